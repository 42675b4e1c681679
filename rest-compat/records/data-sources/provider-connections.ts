import { now } from '../../../src/platform/clock';
import { dataErrors } from '../../errors';
import {
  ConnectProviderDocument,
  DisconnectProviderDocument,
  ProviderAuthorizationDocument,
} from '../../generated/operations';
import { checkedUserId } from '../../path-ids';
import { closePage, goToPage } from './provider-pages';
import { route, type Cookie, type RestRequest, type Route } from '../../route';
import { describedAs } from '../../sentence';

const tag = 'Provider connections';

const readProviderName = ({ params }: Pick<RestRequest, 'params'>): string => params.providerName ?? '';

const authorizePath = (name: string): string => `/v1/oauth/${encodeURIComponent(name)}/authorize`;

/** A cookie that keeps the restricted token until the provider sends the browser back. */
function cookieFor(request: RestRequest): Cookie {
  const { caller } = request.context;
  if (caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
  return { ...emptyCookie(request), value: caller.token, lifetime: caller.expiresTime - now() };
}

const cookieName = (name: string): string => `provider.oauth.${name}`;

const emptyCookie = (request: RestRequest): Cookie => ({
  name: cookieName(readProviderName(request)),
  value: '',
  path: `/v1/oauth/${encodeURIComponent(readProviderName(request))}`,
  lifetime: 0,
});

/** Connecting data providers, in windows that web applications open. */
export const providerConnectionRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/oauth/{providerName}/authorize',
    tag,
    summary: 'Redirects a browser with a restricted token to a data provider, for authorization.',
    query: {
      restricted_token: { description: 'The restricted token.', required: true },
      accept: { description: '`authorize` once the browser has passed the preceding page.' },
    },
    restrictedToken: true,
    success: { status: 307, description: 'Redirects to the data provider.' },
    failures: [401, 403, 404],
    errorPage: closePage,
    operation: ProviderAuthorizationDocument,
    variables: (request) => ({
      name: readProviderName(request),
      accepted: request.query.text('accept') === 'authorize',
    }),
    reply: ({ providerAuthorization: { address, usesCookie } }, request) => ({
      headers: { Location: address },
      ...(usesCookie && { cookie: cookieFor(request) }),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/oauth/{providerName}/redirect',
    tag,
    summary: 'Processes the response of a data provider and redirects the browser to the web application.',
    query: {
      code: { description: describedAs('ConnectProviderInput.code') },
      state: { description: describedAs('ConnectProviderInput.state') },
      error: { description: describedAs('ConnectProviderInput.error') },
    },
    restrictedToken: ({ params, query, cookie }) => [
      cookie(cookieName(readProviderName({ params }))) ?? query.text('state') ?? '',
    ],
    restrictedTokenOf: (params) => authorizePath(readProviderName({ params })),
    success: {
      status: 200,
      description: 'A page that redirects automatically.',
      schema: { type: 'string' },
      mediaType: 'text/html',
    },
    failures: [400, 401, 404, 500],
    errorPage: closePage,
    operation: ConnectProviderDocument,
    variables: (request) => ({
      input: {
        name: readProviderName(request),
        code: request.query.text('code'),
        state: request.query.text('state'),
        error: request.query.text('error'),
      },
    }),
    reply: ({ connectProvider }, request) => ({
      page: goToPage(connectProvider.address),
      cookie: emptyCookie(request),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/oauth/{providerName}/authorize',
    tag,
    summary: 'Disconnects the caller’s account from a data provider; imported data stays.',
    success: { status: 200, description: 'The account is disconnected, by this or an earlier request.' },
    failures: [401, 403, 404],
    errors: dataErrors,
    guard: () => ({ type: 'Mutation', field: 'disconnectProvider', args: { input: {} } }),
    operation: DisconnectProviderDocument,
    variables: (request) => ({ input: { name: readProviderName(request) } }),
    reply: () => ({}),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/oauth/{providerName}/authorize',
    tag,
    summary: 'Disconnects an account from a data provider, for trusted servers.',
    success: { status: 200, description: 'The account is disconnected, by this or an earlier request.' },
    failures: [400, 401, 403, 404],
    errors: dataErrors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'disconnectProvider',
      args: { input: { userId: checkedUserId(request) } },
    }),
    operation: DisconnectProviderDocument,
    variables: (request) => ({ input: { name: readProviderName(request), userId: request.params.userId } }),
    reply: () => ({}),
  }),
];
