import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { accountRoles, type AccountRole } from '../../../src/identity/accounts/account-role';
import type { UserEntity } from '../../../src/identity/accounts/user.entity';
import { DateTime } from '../../scalars';

const enumName = (role: AccountRole) => role.toUpperCase();

/** Roles in the graph, mapped to their names on the wire. */
export const AccountRoleName = Object.fromEntries(
  accountRoles.map((role) => [enumName(role), role]),
) as Record<string, AccountRole>;

registerEnumType(AccountRoleName, {
  name: 'AccountRole',
  description: 'Role of an account.',
  valuesConfig: {
    ADMINISTRATOR: {
      description: 'Administers the service. Only its operators give this role, at the command line.',
    },
    BROKERED: {
      description:
        'Managed by an external identity provider: its owner logs in there, and its log-in data cannot be changed here.',
    },
    CLINIC: { description: 'A legacy clinic account.' },
    CLINICIAN: { description: 'A member of a clinic.' },
    CUSTODIAL_ACCOUNT: { description: 'Created by another person and not yet claimed by its owner.' },
    MIGRATED_CLINIC: { description: 'A legacy clinic account that has been migrated to a clinic.' },
    PATIENT: { description: 'A person whose diabetes data is stored here.' },
  },
});

@ObjectType({
  description: 'An account: a person with diabetes, a member of a care team, or a service account.',
})
export class User {
  @Field(() => ID, { description: 'Id of the account. It never changes and is never reused.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Login name: the email address.' })
  username!: string | null;

  @Field(() => [String], { nullable: true, description: 'Email addresses of the account; at most one.' })
  emails!: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the owner has confirmed the email address.',
  })
  emailVerified!: boolean | null;

  @Field(() => [AccountRoleName], { nullable: true, description: 'Roles of the account.' })
  roles!: AccountRole[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the owner accepted the terms of use; absent if not yet.',
  })
  termsAcceptedTime!: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the account has a password or logs in with an external identity provider. For trusted servers only.',
  })
  passwordExists!: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account was created. For trusted servers only.',
  })
  createdTime!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account was disabled; absent while it is enabled. For trusted servers only.',
  })
  disabledTime!: number | null;
}

/** Maps an account to its GraphQL type. Permission rules decide which fields a caller gets. */
export function toUser(user: UserEntity): User {
  return Object.assign(new User(), {
    id: user.id,
    username: user.email,
    emails: user.email === null ? [] : [user.email],
    emailVerified: user.emailVerified,
    roles: user.roles,
    termsAcceptedTime: user.termsAcceptedTime,
    // To others, an account without a password looks unclaimed.
    passwordExists: user.passwordHash !== null || user.roles.includes('brokered'),
    createdTime: user.createdTime,
    disabledTime: user.disabledTime,
  });
}

@ObjectType({
  description: 'A token to authenticate with, in the session-token header or as `Authorization: Bearer`.',
})
export class SessionTokenPayload {
  @Field({ description: 'The token. Anyone who has it can act as its account: keep it secret.' })
  token!: string;

  @Field(() => DateTime, { description: 'When the token expires.' })
  expiresTime!: number;

  @Field({ description: 'Whether the token belongs to a trusted server.' })
  isServer!: boolean;

  @Field(() => ID, { description: 'Id of the account that the token belongs to.' })
  userId!: string;
}

@ObjectType({ description: 'The caller behind a token.' })
export class TokenInfo {
  @Field({ description: 'Whether the token belongs to a trusted server.' })
  isServer!: boolean;

  @Field(() => ID, { description: 'Id of the account that the token belongs to.' })
  userId!: string;

  @Field(() => DateTime, { description: 'When the token expires.' })
  expiresTime!: number;

  @Field(() => String, {
    nullable: true,
    description: 'External identity provider of the log-in; absent if there was none.',
  })
  identityProvider?: string;
}

@InputType({ description: 'Details for opening an account.' })
export class CreateUserInput {
  @Field({ description: 'Must equal the first email address.' })
  username!: string;

  @Field(() => [String], { description: 'Email addresses. Only the first one is used.' })
  emails!: string[];

  @Field({ description: '8 to 72 characters without spaces.' })
  password!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Roles, by their names in REST: `patient` (the default), `clinician` or `clinic`.',
  })
  roles?: string[];
}

@InputType({ description: 'Changes to the caller’s account. Absent fields stay unchanged.' })
export class UpdateMeInput {
  @Field(() => String, {
    nullable: true,
    description: 'New login name; must equal the first address.',
  })
  username?: string;

  @Field(() => [String], { nullable: true, description: 'The new email address; an account has one.' })
  emails?: string[];

  @Field(() => String, { nullable: true, description: 'New password. Only the owner can set it.' })
  password?: string;

  @Field(() => DateTime, { nullable: true, description: 'When the owner accepted the terms of use.' })
  termsAcceptedTime?: number;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'By default, a new password or address ends all other sessions and revokes their tokens. Set true to keep them.',
  })
  keepOtherSessions?: boolean;
}

@InputType({ description: 'Changes to an account. Absent fields stay unchanged.' })
export class UpdateUserInput extends UpdateMeInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'New roles, by their names in REST. Only trusted servers can set them.',
  })
  roles?: string[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the address is verified. Only trusted servers can set this.',
  })
  emailVerified?: boolean;
}

@InputType({ description: 'The account to disable or enable.' })
export class DisableUserInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@ObjectType({ description: 'Result of changing an account.' })
export class UpdateUserPayload {
  @Field(() => User, { description: 'The account after the change.' })
  user!: User;
}

@InputType({ description: 'An email address and a password.' })
export class LogInInput {
  @Field({ description: 'Email address of the account, ignoring case.' })
  email!: string;

  @Field({ description: 'Password of the account.' })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Key for clients that need a long-lived token. A wrong key is ignored.',
  })
  longTermKey?: string;
}

@InputType({ description: 'Credentials of a trusted server.' })
export class LogInServerInput {
  @Field({ description: 'Name of the server, for logs.' })
  name!: string;

  @Field({ description: 'The secret that trusted servers share.' })
  secret!: string;
}

@ObjectType({ description: 'Result of an operation that returns no data.' })
export class DonePayload {
  @Field({ description: 'True: the change was made.' })
  done!: boolean;
}

@ObjectType({ description: 'Result of changing what belongs to an account.' })
export class ChangedAccountPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  /** The account, for the edge `user`; null if nobody is named. */
  userId!: string | null;
}

@InputType({ description: 'An account to delete.' })
export class DeleteUserInput {
  @Field(() => ID, { nullable: true, description: 'Id of the account; the caller’s own if absent.' })
  userId?: string;

  @Field(() => String, { nullable: true, description: 'Password of the account; required from its owner.' })
  password?: string;
}
