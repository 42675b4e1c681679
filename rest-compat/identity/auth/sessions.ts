import { reasonErrors } from '../../errors';
import { EndUserSessionsDocument, TokenByItselfDocument } from '../../generated/operations';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';
import { noToken, tokenData } from './token-on-wire';

const tag = 'Accounts';
const errors = reasonErrors;

/** Operations of trusted servers on tokens and sessions of others. */
export const sessionRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/token/{token}',
    tag,
    summary: 'The caller behind any token, for trusted servers.',
    success: { status: 200, description: 'The caller behind the token.', schema: ref('TokenData') },
    failures: [401],
    errors,
    refusedWith: { ...noToken, instead: [...noToken.instead, 'NOT_FOUND'] },
    operation: TokenByItselfDocument,
    variables: ({ params }) => ({ token: params.token ?? '' }),
    reply: ({ tokenInfo }) => ({ body: tokenData(tokenInfo) }),
  }),
  route({
    method: 'DELETE',
    path: '/auth/user/{userId}/sessions',
    tag,
    summary: 'Ends all sessions of an account, for trusted servers.',
    success: { status: 204, description: 'The sessions have ended.' },
    failures: [401],
    errors,
    refusedWith: { status: 401, message: 'Not authorized for requested operation' },
    operation: EndUserSessionsDocument,
    variables: ({ params }) => ({ input: { userId: params.userId ?? '' } }),
    reply: () => ({}),
  }),
];
