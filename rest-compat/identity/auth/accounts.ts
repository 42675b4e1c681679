import { notFound } from '../../../src/platform/errors';
import { isUserId } from '../../../src/platform/ids';
import { invalidDetails, newUser, userUpdates } from './account-bodies';
import { accountOnWire } from './account-on-wire';
import { basicCredentials } from './basic-credentials';
import { reasonErrors, reasonErrorsAt } from '../../errors';
import {
  CreateUserDocument,
  CurrentTokenDocument,
  CurrentUserDocument,
  DeleteUserDocument,
  LogInDocument,
  LogInServerDocument,
  LogOutDocument,
  RenewSessionDocument,
  UpdateUserDocument,
  UserByIdOrEmailDocument,
  type UpdateUserInput,
} from '../../generated/operations';
import { BodyReader, isJsonBody } from '../../json-body';
import { route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';
import { noToken, tokenData } from './token-on-wire';

const tag = 'Accounts';
const errors = reasonErrors;
const notAllowed = { status: 401, message: 'Not authorized for requested operation' } as const;

const forServer = ({ context }: RestRequest): boolean => context.caller.kind === 'server';

/** The updatable properties in `{"updates": {...}}`; unknown keys are ignored. */
function readUpdates({ params, body, context }: RestRequest): UpdateUserInput {
  const whole = new BodyReader(body, invalidDetails);
  const updates = new BodyReader(whole.required('updates', 'object'), invalidDetails, '/updates');
  return {
    userId: params.userId ?? context.callerId,
    ...userUpdates.read(updates),
    keepOtherSessions: whole.optional('keepOtherSessions', 'boolean'),
  };
}

/** A value that is not a text counts as a missing password. */
function readPassword({ body }: RestRequest): string | undefined {
  const password = isJsonBody(body) ? body.password : undefined;
  return typeof password === 'string' ? password : undefined;
}

const updateBody = {
  schema: ref('UserUpdates'),
  description: 'The fields to change.',
  refusal: invalidDetails,
};
const userReply = { status: 200, description: 'The account.', schema: ref('User') };

/** Accounts, log-in and log-out. */
export const accountRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/user',
    tag,
    summary: 'Creates an account. Its first session token is in the header.',
    body: { schema: ref('NewUser'), description: 'Address, password and role.', refusal: invalidDetails },
    success: { status: 201, description: 'The account.', schema: ref('User') },
    failures: [400, 409, 429],
    errors,
    operation: CreateUserDocument,
    variables: ({ body }) => ({
      input: newUser.read(new BodyReader(body, invalidDetails)),
      forServer: false,
    }),
    reply: ({ createUser: { token, user } }) => ({ sessionToken: token, body: user && accountOnWire(user) }),
  }),
  route({
    method: 'GET',
    path: '/auth/user',
    tag,
    success: userReply,
    failures: [401],
    errors,
    refusedWith: notAllowed,
    operation: CurrentUserDocument,
    variables: (request) => ({ forServer: forServer(request) }),
    reply: ({ me }) => ({ body: accountOnWire(me) }),
  }),
  route({
    method: 'GET',
    path: ['/auth/user/{userId}', '/v1/users/{userId}'],
    tag,
    summary: 'An account by its id or email address, for its owner, custodians and trusted servers.',
    success: userReply,
    failures: [401, 404],
    errors,
    refusedWith: notAllowed,
    operation: UserByIdOrEmailDocument,
    variables: (request) => {
      const { userId = '' } = request.params;
      const key = isUserId(userId.toLowerCase()) ? { id: userId } : { email: userId };
      return { ...key, forServer: forServer(request) };
    },
    reply: ({ user }) => {
      if (!user) throw notFound('User not found');
      return { body: accountOnWire(user) };
    },
  }),
  route({
    method: 'PUT',
    path: ['/auth/user', '/auth/user/{userId}'],
    tag,
    summary: 'Changes an account.',
    body: updateBody,
    success: userReply,
    failures: [400, 401, 403, 409, 429],
    errors: reasonErrorsAt({ '/input': '/updates' }),
    refusedWith: { ...notAllowed, instead: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] },
    guard: () => ({ type: 'Query', field: 'me' }),
    operation: UpdateUserDocument,
    variables: (request) => ({ input: readUpdates(request), forServer: forServer(request) }),
    reply: ({ updateUser }) => ({ body: accountOnWire(updateUser.user) }),
  }),
  route({
    method: 'DELETE',
    path: ['/auth/user/{userId}', '/v1/users/{userId}'],
    tag,
    summary: 'Deletes an account and all of its data. Its owner must give the password.',
    body: {
      schema: { type: 'object', properties: { password: { type: 'string' } } },
      description: 'The password; required from the owner of the account.',
      optional: true,
      lenient: true,
    },
    success: { status: 202, description: 'The tokens are revoked; the rest follows.' },
    failures: [401, 403, 429],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'Mutation',
      field: 'deleteUser',
      args: { input: { userId } },
    }),
    operation: DeleteUserDocument,
    variables: (request) => ({
      input: { userId: request.params.userId ?? '', password: readPassword(request) },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: ['/auth/login', '/auth/login/{longTermKey}'],
    tag,
    summary: 'Logs in with an email address and a password (Basic). The session token is in the header.',
    success: userReply,
    failures: [400, 401, 403, 429],
    errors,
    operation: LogInDocument,
    variables: ({ header, params: { longTermKey } }) => ({
      input: { ...basicCredentials(header('authorization')), longTermKey },
      forServer: false,
    }),
    reply: ({ logIn: { token, user } }) => ({ sessionToken: token, body: user && accountOnWire(user) }),
  }),
  route({
    method: 'GET',
    path: '/auth/login',
    tag,
    summary: 'Issues a new token for the session. The old one stays valid.',
    success: { status: 200, description: 'The caller behind the token.', schema: ref('TokenData') },
    failures: [401],
    errors,
    refusedWith: noToken,
    operation: RenewSessionDocument,
    variables: () => ({}),
    reply: ({ renewSession }) => ({ sessionToken: renewSession.token, body: tokenData(renewSession) }),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    tag,
    summary: 'Ends the session; never fails.',
    success: { status: 200, description: 'An empty body.' },
    failures: [],
    errors,
    operation: LogOutDocument,
    variables: () => ({}),
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/auth/token',
    tag,
    summary: 'The caller behind the token.',
    success: { status: 200, description: 'The caller behind the token.', schema: ref('TokenData') },
    failures: [401],
    errors,
    refusedWith: noToken,
    operation: CurrentTokenDocument,
    variables: () => ({}),
    reply: ({ tokenInfo }) => ({ body: tokenData(tokenInfo) }),
  }),
  route({
    method: 'POST',
    path: ['/auth/serverlogin', '/serverlogin'],
    tag,
    summary: 'Logs in a trusted server with the shared secret. Its token is in the header.',
    success: { status: 200, description: 'An empty body.' },
    failures: [400, 401, 429],
    errors,
    operation: LogInServerDocument,
    variables: ({ serviceHeader }) => ({
      input: { name: serviceHeader('Server-Name') ?? '', secret: serviceHeader('Server-Secret') ?? '' },
    }),
    reply: ({ logInServer }) => ({ sessionToken: logInServer.token }),
  }),
];
