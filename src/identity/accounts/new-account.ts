import { now } from '../../platform/clock';
import type { AccountRole } from './account-role';
import { UserEntity } from './user.entity';

/** The sign-up of a person. */
export interface NewAccount {
  username: string;
  emails: string[];
  password: string;
  roles?: string[];
}

/** Details of the person for whom an account is created. */
export interface NewCustodialAccount {
  username?: string;
  emails?: string[];
}

/** The claims of an external identity provider about a person, and the role of their account. */
export interface NewBrokeredAccount {
  email: string;
  emailVerified: boolean;
  roles: AccountRole[];
}

/** The fields of an account whose address is confirmed. */
export const confirmed = { emailVerified: true, isUnconfirmedSignUp: false } as const;

/** A new account; the terms are not accepted by default. */
export function newAccountRow(facts: Partial<UserEntity>): UserEntity {
  const time = now();
  const nothingYet = {
    termsAcceptedTime: null,
    disabledTime: null,
    logInRound: 0,
    isUnconfirmedSignUp: false,
  };
  return Object.assign(new UserEntity(), { ...nothingYet, createdTime: time, modifiedTime: time }, facts);
}
