import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { accountRoles, type AccountRole } from '../src/accounts/account-role';
import type { UserEntity } from '../src/accounts/user.entity';
import { DateTime } from './scalars';

const enumName = (role: AccountRole) => role.toUpperCase();

/** The roles as the graph spells them, mapped to their names on the wire. */
export const AccountRoleName = Object.fromEntries(
  accountRoles.map((role) => [enumName(role), role]),
) as Record<string, AccountRole>;

registerEnumType(AccountRoleName, {
  name: 'AccountRole',
  description: 'What an account is for.',
  valuesConfig: {
    BROKERED: {
      description: 'Owned by an external identity provider: it logs in there and is not changed here.',
    },
    CLINIC: { description: 'A clinic of the old kind, which was an account of its own.' },
    CLINICIAN: { description: 'Somebody who works in a clinic.' },
    CUSTODIAL_ACCOUNT: { description: 'Opened by somebody else and not yet taken over by its owner.' },
    MIGRATED_CLINIC: { description: 'A clinic account of the old kind that has become a clinic.' },
    PATIENT: { description: 'Somebody whose diabetes data are kept here.' },
  },
});

@ObjectType({
  description:
    'An account: a person with diabetes, somebody of a care team, or a service that acts like one.',
})
export class User {
  @Field(() => ID, { description: 'Id of the account; it never changes and is never used again.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The name to log in with: the e-mail address.' })
  username!: string | null;

  @Field(() => [String], { nullable: true, description: 'E-mail addresses of the account; at most one.' })
  emails!: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The owner has shown that the e-mail address is theirs.',
  })
  emailVerified!: boolean | null;

  @Field(() => [AccountRoleName], { nullable: true, description: 'What the account is for.' })
  roles!: AccountRole[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the owner accepted the terms of use; absent until then.',
  })
  termsAcceptedTime!: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'The account has a password, or logs in at an external identity provider. For trusted servers only.',
  })
  passwordExists!: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account was opened. For trusted servers only.',
  })
  createdTime!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account was disabled; absent while it is not. For trusted servers only.',
  })
  disabledTime!: number | null;
}

/** The account as the graph shows it. Which of its fields a caller gets is decided by the rules of the graph. */
export function toUser(user: UserEntity): User {
  return Object.assign(new User(), {
    id: user.id,
    username: user.email,
    emails: user.email === null ? [] : [user.email],
    emailVerified: user.emailVerified,
    roles: user.roles,
    termsAcceptedTime: user.termsAcceptedTime,
    // Others take an account without a password for one that nobody has claimed.
    passwordExists: user.passwordHash !== null || user.roles.includes('brokered'),
    createdTime: user.createdTime,
    disabledTime: user.disabledTime,
  });
}

@ObjectType({
  description: 'A token to call with, in the session-token header or as `Authorization: Bearer`.',
})
export class SessionTokenPayload {
  @Field({ description: 'The token. Whoever has it acts as its account: keep it secret.' })
  token!: string;

  @Field(() => DateTime, { description: 'When the token stops working.' })
  expiresTime!: number;

  @Field({ description: 'The token is that of a trusted server.' })
  isServer!: boolean;

  @Field(() => ID, { description: 'Account that the token stands for.' })
  userId!: string;
}

@ObjectType({ description: 'What a token stands for.' })
export class TokenInfo {
  @Field({ description: 'The token is that of a trusted server.' })
  isServer!: boolean;

  @Field(() => ID, { description: 'Account that the token stands for.' })
  userId!: string;

  @Field(() => DateTime, { description: 'When the token stops working.' })
  expiresTime!: number;

  @Field(() => String, {
    nullable: true,
    description: 'External identity provider that the person logged in with; absent when it was none.',
  })
  identityProvider?: string;
}

@InputType({ description: 'What is needed to open an account.' })
export class CreateUserInput {
  @Field({ description: 'The same as the first e-mail address.' })
  username!: string;

  @Field(() => [String], { description: 'E-mail addresses; the first one counts.' })
  emails!: string[];

  @Field({ description: '8 to 72 characters without blanks.' })
  password!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Roles by their names on the wire: `patient` (when absent), `clinician` or `clinic`.',
  })
  roles?: string[];
}

@InputType({ description: 'What to change of the account of the caller; what is absent stays as it is.' })
export class UpdateMeInput {
  @Field(() => String, {
    nullable: true,
    description: 'New name to log in with; the same as the first address.',
  })
  username?: string;

  @Field(() => [String], { nullable: true, description: 'The new e-mail address; an account has one.' })
  emails?: string[];

  @Field(() => String, { nullable: true, description: 'New password. Only the owner may set it.' })
  password?: string;

  @Field(() => DateTime, { nullable: true, description: 'When the owner accepted the terms of use.' })
  termsAcceptedTime?: number;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'A new password or address ends all other sessions of the account, with their tokens; with true they go on.',
  })
  keepOtherSessions?: boolean;
}

@InputType({ description: 'What to change of an account; what is absent stays as it is.' })
export class UpdateUserInput extends UpdateMeInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'New roles by their names on the wire. Only trusted servers may set them.',
  })
  roles?: string[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the address is known to be the owner’s. Only trusted servers may say so.',
  })
  emailVerified?: boolean;
}

@InputType({ description: 'The account to disable, or to enable again.' })
export class DisableUserInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@ObjectType({ description: 'The account after a change.' })
export class UpdateUserPayload {
  @Field(() => User, { description: 'The account as it is now.' })
  user!: User;
}

@InputType({ description: 'An e-mail address and a password.' })
export class LogInInput {
  @Field({ description: 'E-mail address of the account, in any case.' })
  email!: string;

  @Field({ description: 'Password of the account.' })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Key of the service for clients that keep their token for long. A wrong one changes nothing.',
  })
  longTermKey?: string;
}

@InputType({ description: 'How a trusted server shows that it is one.' })
export class LogInServerInput {
  @Field({ description: 'Name of the server, for logs.' })
  name!: string;

  @Field({ description: 'The secret that trusted servers share.' })
  secret!: string;
}

@ObjectType({ description: 'Nothing to tell beyond that it was done.' })
export class DonePayload {
  @Field({ description: 'Always true.' })
  done!: boolean;
}

@InputType({ description: 'An account to delete.' })
export class DeleteUserInput {
  @Field(() => ID, { nullable: true, description: 'The account; when absent, the one of the caller.' })
  userId?: string;

  @Field(() => String, { nullable: true, description: 'The password of the account, if the caller owns it.' })
  password?: string;
}
