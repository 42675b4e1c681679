import type { IRules } from 'graphql-shield';
import type { UpdateUserInput } from '../../../../resolvers/identity/auth/accounts.types';
import type { SessionsEnded } from '../../../identity/auth/session-events';
import type { RequestContext } from '../../../request/request-context';
import {
  anyone,
  anyUserThemselves,
  argumentIdOrEmail,
  callersOwn,
  check,
  managesAccount,
  partOfParent,
  relatedToAccount,
  thisUser,
  trustedServer,
  trustedServerOn,
} from '../rules';

/** The account of a change: the caller's own unless another one is named, by its id in any case. */
const namedAccount = (args: { input?: unknown }, _parent: unknown, { callerId }: RequestContext): string =>
  (args.input as { userId?: string }).userId?.toLowerCase() ?? callerId;

/**
 * Permissions to change an account: trusted servers everything, owners everything except roles and the verified
 * flag, custodians only the name and the address.
 */
const mayUpdateAccount = check(async (context, args, parent) => {
  const { caller } = context;
  if (caller.kind === 'anonymous') return false;
  if (caller.kind === 'server') return true;
  const { roles, emailVerified, password, termsAcceptedTime } = args.input as UpdateUserInput;
  if (roles != null || emailVerified != null) return false;
  const held = await context.permissionsOn(namedAccount(args, parent, context));
  if (held.has('root')) return true;
  return held.has('custodian') && password == null && termsAcceptedTime == null;
}, namedAccount);

/** Callers can inspect their own token; trusted servers also others. */
const mayInspectToken = check(({ caller }, { token }) =>
  token == null ? caller.kind !== 'anonymous' : caller.kind === 'server',
);

/** All callers, and holders of a pair of tokens whose refresh token may still be valid. The service checks it. */
const mayRenew = check(({ caller }) => caller.kind !== 'anonymous' || caller.pair !== undefined);

/** A person; also one whose own session has just ended, although the token is no longer valid. */
const userOrLoggedOut = check<Partial<SessionsEnded> | undefined>(
  ({ caller, sessionId }, _args, event) =>
    caller.kind === 'user' || (sessionId !== undefined && event?.sessionIds?.includes(sessionId) === true),
);

/** Accounts, sessions and tokens. The token determines which sessions are the caller's. */
export const authRules: IRules = {
  Query: {
    me: check(({ caller }) => caller.kind !== 'anonymous', callersOwn),
    user: relatedToAccount(argumentIdOrEmail),
    users: trustedServer,
    tokenInfo: mayInspectToken,
    mySessions: anyUserThemselves,
  },
  Mutation: {
    createUser: anyone,
    logIn: anyone,
    logInServer: anyone,
    logOut: anyone,
    renewSession: mayRenew,
    updateMe: check(({ caller }) => caller.kind === 'user', callersOwn),
    updateUser: mayUpdateAccount,
    deleteUser: managesAccount(namedAccount),
    disableUser: trustedServerOn(namedAccount),
    enableUser: trustedServerOn(namedAccount),
    endSession: anyUserThemselves,
    endUserSessions: trustedServerOn(namedAccount),
  },
  User: {
    username: managesAccount(thisUser),
    emails: managesAccount(thisUser),
    emailVerified: managesAccount(thisUser),
    roles: managesAccount(thisUser),
    termsAcceptedTime: managesAccount(thisUser),
    passwordExists: trustedServerOn(thisUser),
    createdTime: trustedServerOn(thisUser),
    disabledTime: trustedServerOn(thisUser),
  },
  UserConnection: { edges: partOfParent, pageInfo: partOfParent },
  UserEdge: { node: trustedServerOn<{ node: { id: string } }>((_args, { node }) => node.id) },
  SessionTokenPayload: { user: partOfParent },
  UpdateUserPayload: { user: partOfParent },
  ChangedAccountPayload: {
    user: relatedToAccount<{ userId: string | null }>((_args, { userId }) => userId),
  },
  Subscription: { mySessionEnded: userOrLoggedOut },
  SessionConnection: { edges: partOfParent, pageInfo: partOfParent },
  SessionEdge: { node: partOfParent },
};
