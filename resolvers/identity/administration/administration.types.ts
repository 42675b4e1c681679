import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AccountRole } from '../../../src/identity/accounts/account-role';
import type { UserEntity } from '../../../src/identity/accounts/user.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';
import { AccountRoleName } from '../auth/accounts.types';

@ObjectType({
  description: 'The administration of the service, for accounts with the role of an administrator.',
})
export class Admin {}

@ObjectType({ description: 'An account as administrators see it.' })
export class AdminAccount {
  @Field(() => ID, { description: 'Id of the account.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Email address; absent if none is known.' })
  email!: string | null;

  @Field({ description: 'Whether the owner has confirmed the email address.' })
  emailVerified!: boolean;

  @Field({ description: 'Whether the account has a password.' })
  passwordExists!: boolean;

  @Field(() => [AccountRoleName], { description: 'Roles of the account.' })
  roles!: AccountRole[];

  @Field(() => DateTime, { description: 'When the account was created.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the account was last changed.' })
  modifiedTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account was disabled; absent while it is enabled.',
  })
  disabledTime!: number | null;
}

/** Maps an account to its type for administrators. */
export const toAdminAccount = (user: UserEntity): AdminAccount =>
  Object.assign(new AdminAccount(), {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    passwordExists: user.passwordHash !== null,
    roles: user.roles,
    createdTime: user.createdTime,
    modifiedTime: user.modifiedTime,
    disabledTime: user.disabledTime,
  });

@ObjectType({ description: 'An account and its cursor.' })
export class AdminAccountEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The account.' })
  node!: AdminAccount;
}

@ObjectType({ description: 'A page of accounts.' })
export class AdminAccountConnection {
  @Field(() => [AdminAccountEdge], { description: 'The accounts of the page.' })
  edges!: AdminAccountEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AdminAccountArguments extends pageArguments('accounts') {
  @Field(() => String, {
    nullable: true,
    description:
      'Only accounts with this id, or whose address begins with this text. Without it, the newest first.',
  })
  search?: string;

  @Field(() => AccountRoleName, { nullable: true, description: 'Only accounts with this role.' })
  role?: AccountRole;
}

/** Uses of signing keys in the graph. */
export const SigningKeyUseName = {
  ANNOUNCED: 'announced',
  SIGNING: 'signing',
  VERIFYING: 'verifying',
} as const;

registerEnumType(SigningKeyUseName, {
  name: 'SigningKeyUse',
  description: 'What a key is used for.',
  valuesConfig: {
    ANNOUNCED: { description: 'Published, so that clients know it before it signs.' },
    SIGNING: { description: 'Signs new tokens.' },
    VERIFYING: { description: 'Verifies tokens that it has signed, as long as they may live.' },
  },
});

@ObjectType({ description: 'A key that signs tokens, without its private part.' })
export class SigningKey {
  @Field({ description: 'Its ring: `session` for tokens of the log-in routes, `realm:<name>` for a realm.' })
  ring!: string;

  @Field(() => Int, { description: 'Number within its ring; later keys have higher ones.' })
  generation!: number;

  @Field({ description: 'Id of the key in tokens and key sets.' })
  keyId!: string;

  @Field({ description: 'Algorithm of its signatures.' })
  algorithm!: string;

  @Field(() => SigningKeyUseName, { description: 'What it is used for.' })
  use!: 'announced' | 'signing' | 'verifying';

  @Field(() => DateTime, { description: 'When it was created.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'From when on it signs.' })
  signsFrom!: number;
}

@ObjectType({ description: 'Which migrations the database has.' })
export class DatabaseMigrations {
  @Field({ description: 'Whether the database has all migrations of this release.' })
  isUpToDate!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the last migration; absent in an empty database.',
  })
  last!: string | null;

  @Field(() => [String], { description: 'Names of the missing migrations.' })
  pending!: string[];
}

@ObjectType({ description: 'A setting of the process that answers.' })
export class ServiceSetting {
  @Field({ description: 'Name of the environment variable.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its value or default, without passwords in addresses; absent for secrets.',
  })
  value!: string | null;

  @Field({ description: 'Whether the value is a secret, which is never shown.' })
  isSecret!: boolean;
}

@ObjectType({ description: 'Something that the process that answers depends on, such as the mail server.' })
export class BackendState {
  @Field({ description: 'Its name, as in `/readyz`.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The setting with its address, if it has one.' })
  setting!: string | null;

  @Field({ description: 'Whether it works now.' })
  works!: boolean;

  @Field({ description: 'Whether the process counts as not ready without it.' })
  required!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it does not work; absent while it does.' })
  reason!: string | null;
}

@InputType({ description: 'An account to administer.' })
export class AdministerAccountInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

/** Roles that an administrator may give to a new account. */
export const NewAccountRoleName = { PATIENT: 'patient', CLINICIAN: 'clinician' } as const;

registerEnumType(NewAccountRoleName, {
  name: 'NewAccountRole',
  description: 'What a new account is for.',
  valuesConfig: {
    PATIENT: { description: 'A person whose diabetes data is stored here.' },
    CLINICIAN: { description: 'A person who works in clinics.' },
  },
});

@InputType({ description: 'An account to create, whose owner sets its password.' })
export class CreateAccountInput {
  @Field({ description: 'Email address of the owner.' })
  email!: string;

  @Field(() => NewAccountRoleName, { description: 'What the account is for.', defaultValue: 'patient' })
  role!: 'patient' | 'clinician';

  @Field(() => String, { nullable: true, description: 'Full name for the profile.' })
  fullName?: string | null;

  @Field({
    description:
      'Whether the address counts as confirmed. Then the owner gets a mail with which they set a password, otherwise one that confirms the address.',
    defaultValue: true,
  })
  isConfirmed!: boolean;
}

@ObjectType({ description: 'Result of the creation of an account.' })
export class CreateAccountPayload {
  @Field({ description: 'The new account.' })
  account!: AdminAccount;
}

@InputType({ description: 'Where a test mail shall go.' })
export class SendTestMailInput {
  @Field({ description: 'Email address of the recipient.' })
  email!: string;
}

@InputType({ description: 'A task or a message to administer.' })
export class QueueItemInput {
  @Field(() => ID, { description: 'Id of the task or message.' })
  id!: string;
}

@InputType({ description: 'A ring that shall get a new key.' })
export class RotateSigningKeyInput {
  @Field({ description: 'The ring, such as `realm:glycograph`.' })
  ring!: string;
}

@ObjectType({ description: 'Result of a change to an account.' })
export class AdministerAccountPayload {
  @Field({ description: 'The account after the change.' })
  account!: AdminAccount;
}

@ObjectType({ description: 'Result of a change to a ring of keys.' })
export class RotateSigningKeyPayload {
  @Field({ description: 'The new key.' })
  key!: SigningKey;
}
