import { orNull } from '../../absent-nulls';
import type { JsonSchema } from '../../route';
import { flag, instant, text, texts } from '../../schemas';
import { fromGraph } from '../../from-graph';
import { newCustodialAccount, newUser, userUpdates } from './account-bodies';
import { describedAs } from '../../sentence';

/** Schemas of accounts and sessions. */
export const accountSchemas: Record<string, JsonSchema> = {
  NewUser: newUser.schema,
  NewCustodialAccount: newCustodialAccount.schema,
  UserUpdates: {
    type: 'object',
    required: ['updates'],
    properties: {
      updates: userUpdates.schema,
      keepOtherSessions: orNull(fromGraph('UpdateUserInput.keepOtherSessions')),
    },
  },
  User: {
    type: 'object',
    required: ['userid', 'emailVerified'],
    properties: {
      userid: fromGraph('User.id'),
      username: text('The email address.'),
      emails: texts('The email address.'),
      emailVerified: flag('The owner has confirmed the address.'),
      roles: texts(describedAs('User.roles')),
      termsAccepted: fromGraph('User.termsAcceptedTime'),
      passwordExists: flag('The account has a password; for trusted servers.'),
      createdTime: instant('When the account was opened; for trusted servers.'),
    },
  },
  TokenData: {
    type: 'object',
    required: ['isserver', 'userid', 'expires_at'],
    properties: {
      isserver: fromGraph('TokenInfo.isServer'),
      userid: fromGraph('TokenInfo.userId'),
      expires_at: { type: 'integer', description: 'When the token expires, in Unix seconds.' },
      identityProvider: text('External identity provider that the person logged in with; absent otherwise.'),
    },
  },
};
