import { Column, Entity, PrimaryColumn } from 'typeorm';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { AccountRole } from './account-role';

/** An account of a person, or of a service that acts like one. */
@Entity({ name: 'users' })
export class UserEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Lower-case. Null for an account without a known address. */
  @Column({ type: 'varchar', nullable: true })
  email!: string | null;

  @FlagColumn({ name: 'email_verified' })
  emailVerified!: boolean;

  /** Whether somebody has signed up, and nobody has confirmed an address since: it may be that of somebody else. */
  @FlagColumn({ name: 'unconfirmed_sign_up' })
  isUnconfirmedSignUp!: boolean;

  /** Argon2id in PHC format. Null until the account has a password. */
  @Column({ name: 'password_hash', type: 'varchar', nullable: true })
  passwordHash!: string | null;

  @JsonColumn()
  roles!: AccountRole[];

  @TimeColumn({ name: 'terms_accepted_time', nullable: true })
  termsAcceptedTime!: number | null;

  @TimeColumn({ name: 'disabled_time', nullable: true })
  disabledTime!: number | null;

  /** Incremented when all log-ins of the account are ended: earlier authentications no longer count. */
  @Column({ type: 'int', name: 'log_in_round' })
  logInRound!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
