import type { JsonSchema } from '../../route';
import { flag, instant, text, texts } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

/** Schemas of accounts and sessions. */
export const accountSchemas: Record<string, JsonSchema> = {
  NewUser: {
    type: 'object',
    required: ['username', 'emails', 'password'],
    properties: {
      ...fieldsFromGraph('CreateCustodialAccountInput', 'username', 'emails'),
      password: fromGraph('CreateUserInput.password'),
      roles: texts('patient (when absent), clinician or clinic.'),
    },
  },
  UserUpdates: {
    type: 'object',
    required: ['updates'],
    properties: {
      updates: {
        type: 'object',
        properties: {
          username: text('New name to log in with.'),
          emails: texts('New email addresses.'),
          password: text('New password.'),
          roles: texts('New roles; for trusted servers.'),
          termsAccepted: instant('When the terms of use were accepted.'),
          emailVerified: flag('The address is known to be the owner’s; for trusted servers.'),
        },
      },
      keepOtherSessions: flag(
        'A new password or address ends all other sessions of the account; with true they go on.',
      ),
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
