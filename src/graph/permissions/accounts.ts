import type { IRules } from 'graphql-shield';
import type { UpdateUserInput } from '../../../resolvers/accounts.types';
import {
  anyCaller,
  anyone,
  argumentIdOrEmail,
  check,
  managesAccount,
  partOfParent,
  relatedToAccount,
  thisUser,
  trustedServer,
} from './rules';

/**
 * Who may change what of an account: trusted servers everything, owners all but roles and the verified flag,
 * custodians only the name and the address.
 */
const mayUpdateAccount = check(async (context, args) => {
  const { caller } = context;
  if (caller.kind === 'anonymous') return false;
  if (caller.kind === 'server') return true;
  const { userId, roles, emailVerified, password, termsAcceptedTime } = args.input as UpdateUserInput;
  if (roles != null || emailVerified != null) return false;
  const held = await context.permissionsOn(userId ?? caller.userId);
  if (held.has('root')) return true;
  return held.has('custodian') && password == null && termsAcceptedTime == null;
});

/** Whoever calls may know their own token; those of others are shown to trusted servers. */
const mayInspectToken = check(({ caller }, { token }) =>
  token == null ? caller.kind !== 'anonymous' : caller.kind === 'server',
);

/** Accounts and tokens. */
export const accountRules: IRules = {
  Query: {
    me: anyCaller,
    user: relatedToAccount(argumentIdOrEmail),
    users: trustedServer,
    tokenInfo: mayInspectToken,
  },
  Mutation: {
    createUser: anyone,
    logIn: anyone,
    logInServer: anyone,
    logOut: anyone,
    renewSession: anyCaller,
    updateUser: mayUpdateAccount,
  },
  User: {
    username: managesAccount(thisUser),
    emails: managesAccount(thisUser),
    emailVerified: managesAccount(thisUser),
    roles: managesAccount(thisUser),
    termsAcceptedTime: managesAccount(thisUser),
    passwordExists: trustedServer,
    createdTime: trustedServer,
  },
  UserConnection: { edges: partOfParent, pageInfo: partOfParent },
  UserEdge: { node: trustedServer },
  SessionTokenPayload: { user: partOfParent },
  UpdateUserPayload: { user: partOfParent },
};
