import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';

export const ageGroups = ['<13', '13-17', '>=18'] as const;
export type AgeGroup = (typeof ageGroups)[number];

export const grantorTypes = ['owner', 'parent/guardian'] as const;
export type GrantorType = (typeof grantorTypes)[number];

/** A person's consent to a text, and whether it is active. Records are never reused: a new grant is a new record. */
@Entity({ name: 'consent_records' })
export class ConsentRecordEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  type!: string;

  @Column({ type: 'int' })
  version!: number;

  /** The type while the consent is active, else null: a unique key allows one active record per user and type. */
  @Column({ type: 'varchar', name: 'active_type', nullable: true })
  activeType!: string | null;

  @Column({ type: 'varchar', name: 'age_group' })
  ageGroup!: AgeGroup;

  /** Name of the account's owner, as signed. */
  @Column({ type: 'text', name: 'owner_name' })
  ownerName!: string;

  @Column({ type: 'text', name: 'parent_guardian_name', nullable: true })
  parentGuardianName!: string | null;

  /** Who signed. */
  @Column({ type: 'varchar', name: 'grantor_type' })
  grantorType!: GrantorType;

  /** Organizations to support. */
  @JsonColumn()
  organizations!: string[];

  /** Digest of the consent text. */
  @Column({ type: 'varchar', name: 'content_digest' })
  contentDigest!: string;

  @TimeColumn({ name: 'grant_time' })
  grantTime!: number;

  @TimeColumn({ name: 'revocation_time', nullable: true })
  revocationTime!: number | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
