import { badInput, type Finding } from '../../../src/platform/errors';
import { dataErrors } from '../../errors';
import {
  CreateRestrictedTokenDocument,
  DeleteRestrictedTokenDocument,
  DeleteRestrictedTokensDocument,
  RestrictedTokenByIdDocument,
  RestrictedTokensOfUserDocument,
  UpdateRestrictedTokenDocument,
  type RestrictedTokenFieldsFragment,
} from '../../generated/operations';
import { BodyReader, isJsonBody } from '../../json-body';
import { pageParameters, pageVariables } from '../../paging';
import { checkedUserId } from '../../path-ids';
import { route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { notValid, restrictions } from './restrictions-body';

const tag = 'Restricted tokens';
const errors = dataErrors;

function assertKnownKeys(body: unknown): void {
  if (!isJsonBody(body)) return;
  const findings = Object.keys(body)
    .filter((key) => !Object.hasOwn(restrictions.properties, key))
    .map<Finding>((key) => ({
      code: 'not-parsed',
      title: 'key is not known',
      detail: `A restricted token has no "${key}".`,
      source: { pointer: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` },
    }));
  if (findings.length > 0) throw badInput(notValid, findings);
}

/** The scope of a new token. Throws on unknown keys and parameters. */
function readRestrictions({ body, query }: RestRequest) {
  query.assertOnly([]);
  assertKnownKeys(body);
  return restrictions.read(new BodyReader(body, notValid));
}

/** A restricted token in the form of clients; absent fields are omitted. */
function tokenOnWire(token: RestrictedTokenFieldsFragment) {
  const { id, userId, paths, expirationTime, createdTime, modifiedTime } = token;
  return {
    id,
    userId,
    ...(paths && { paths }),
    expirationTime,
    createdTime,
    ...(modifiedTime != null && { modifiedTime }),
  };
}

const body = { schema: ref('Restrictions'), description: 'The restrictions of the token; may be `{}`.' };
const oneToken = { status: 200, description: 'The token.', schema: ref('RestrictedToken') };

const readTokenId = ({ params }: RestRequest): string => params.tokenId ?? '';

const guardFields = (field: string) => (request: RestRequest) => ({
  type: 'Mutation',
  field,
  args: { input: { userId: checkedUserId(request) } },
});

/** Tokens for URLs that a browser opens directly. */
export const restrictedTokenRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/users/{userId}/restricted_tokens',
    tag,
    summary: 'Creates a restricted token for an account, valid for an hour by default.',
    body,
    success: { ...oneToken, status: 201 },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('createRestrictedToken'),
    operation: CreateRestrictedTokenDocument,
    variables: (request) => ({
      input: { userId: request.params.userId ?? '', ...readRestrictions(request) },
    }),
    reply: ({ createRestrictedToken }) => ({ body: tokenOnWire(createRestrictedToken.restrictedToken) }),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/restricted_tokens',
    tag,
    summary: 'Lists the restricted tokens of an account, newest first, for trusted servers.',
    query: pageParameters,
    success: { status: 200, description: 'The tokens.', schema: arrayOf(ref('RestrictedToken')) },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({
      type: 'Query',
      field: 'restrictedTokens',
      args: { userId: checkedUserId(request) },
    }),
    operation: RestrictedTokensOfUserDocument,
    variables: ({ params, query }) => {
      query.assertOnly(Object.keys(pageParameters));
      return { userId: params.userId ?? '', ...pageVariables(query) };
    },
    reply: ({ restrictedTokens }) => ({
      body: restrictedTokens.edges.map(({ node }) => tokenOnWire(node)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/restricted_tokens',
    tag,
    summary: 'Deletes all restricted tokens of an account, for trusted servers.',
    success: { status: 204, description: 'The tokens are deleted.' },
    failures: [400, 401, 403],
    errors,
    guard: guardFields('deleteRestrictedTokens'),
    operation: DeleteRestrictedTokensDocument,
    variables: ({ params, query }) => {
      query.assertOnly([]);
      return { input: { userId: params.userId ?? '' } };
    },
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/restricted_tokens/{tokenId}',
    tag,
    summary: 'A restricted token, for trusted servers.',
    success: oneToken,
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({ type: 'Query', field: 'restrictedToken', args: { id: readTokenId(request) } }),
    operation: RestrictedTokenByIdDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { id: readTokenId(request) };
    },
    reply: ({ restrictedToken }) => ({ body: tokenOnWire(restrictedToken) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/restricted_tokens/{tokenId}',
    tag,
    summary: 'Changes a restricted token, for trusted servers. Absent fields stay unchanged.',
    body,
    success: oneToken,
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'updateRestrictedToken',
      args: { input: { id: readTokenId(request) } },
    }),
    operation: UpdateRestrictedTokenDocument,
    variables: (request) => ({ input: { id: readTokenId(request), ...readRestrictions(request) } }),
    reply: ({ updateRestrictedToken }) => ({ body: tokenOnWire(updateRestrictedToken.restrictedToken) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/restricted_tokens/{tokenId}',
    tag,
    success: { status: 200, description: 'The token is deleted.' },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteRestrictedToken',
      args: { input: { id: readTokenId(request) } },
    }),
    operation: DeleteRestrictedTokenDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { input: { id: readTokenId(request) } };
    },
    reply: () => ({}),
  }),
];
