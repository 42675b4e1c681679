import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';

export const confirmationTypes = [
  'password_reset',
  'careteam_invitation',
  'clinician_invitation',
  'signup_confirmation',
  'no_account',
] as const;

export type ConfirmationType = (typeof confirmationTypes)[number];

export type ConfirmationStatus = 'pending' | 'completed' | 'canceled' | 'declined';

/** A request to confirm something: a new address, a password reset, an invitation. */
@Entity({ name: 'confirmations' })
export class ConfirmationEntity {
  /** Unguessable; whoever holds it may confirm. */
  @PrimaryColumn({ type: 'varchar', name: 'confirmation_key' })
  key!: string;

  @Column({ type: 'varchar' })
  type!: ConfirmationType;

  @Column({ type: 'varchar' })
  status!: ConfirmationStatus;

  /** As typed by the inviter or held by the account. */
  @Column({ type: 'varchar' })
  email!: string;

  /** `email` in lower case, for comparisons. */
  @Column({ type: 'varchar' })
  address!: string;

  /**
   * SHA-256 of what only one open confirmation may stand for, such as inviter and invitee; null if there may be
   * several, and once this one no longer blocks others.
   */
  @Column({ type: 'varchar', name: 'open_digest', nullable: true })
  openDigest!: string | null;

  /** The account that is asked; null while unknown. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The account that asks; null for a person who signed up themselves. */
  @Column({ type: 'varchar', name: 'creator_id', nullable: true })
  @AccountColumn()
  creatorId!: string | null;

  @Column({ type: 'varchar', name: 'clinic_id', nullable: true })
  clinicId!: string | null;

  @JsonColumn({ nullable: true })
  context!: object | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;

  @TimeColumn({ name: 'expires_time', nullable: true })
  expiresTime!: number | null;
}
