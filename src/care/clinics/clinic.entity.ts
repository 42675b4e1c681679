import { Column, Entity, PrimaryColumn } from 'typeorm';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { EhrSettings } from './settings/ehr-settings';

export interface PhoneNumber {
  type?: string;
  number: string;
}

/** A patient limit; it applies between its dates, in milliseconds since the epoch. */
export interface PatientLimit {
  plan: number;
  startTime?: number;
  endTime?: number;
}

export interface PatientCountSettings {
  hardLimit?: PatientLimit;
  softLimit?: PatientLimit;
}

export interface MrnSettings {
  required: boolean;
  unique: boolean;
}

/** A membership restriction: people with an address of this domain, optionally only through an identity provider. */
export interface MembershipRestriction {
  emailDomain: string;
  requiredIdp?: string;
}

/** Mails that a clinic does not want. */
export interface SuppressedNotifications {
  patientClinicInvitation?: boolean;
}

/** A clinic. */
@Entity({ name: 'clinics' })
export class ClinicEntity {
  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ type: 'text', nullable: true })
  city!: string | null;

  @Column({ type: 'text', name: 'postal_code', nullable: true })
  postalCode!: string | null;

  @Column({ type: 'text', nullable: true })
  state!: string | null;

  /** ISO 3166-1 alpha-2 as clients send it; only `US`, or none, counts as the United States. */
  @Column({ type: 'text', nullable: true })
  country!: string | null;

  @JsonColumn({ name: 'phone_numbers', nullable: true })
  phoneNumbers!: PhoneNumber[] | null;

  @Column({ type: 'varchar', name: 'clinic_type', nullable: true })
  clinicType!: string | null;

  @Column({ type: 'varchar', name: 'clinic_size', nullable: true })
  clinicSize!: string | null;

  @Column({ type: 'text', nullable: true })
  website!: string | null;

  @Column({ type: 'varchar', name: 'preferred_bg_units' })
  preferredBgUnits!: string;

  /** IANA name. */
  @Column({ type: 'varchar', nullable: true })
  timezone!: string | null;

  @Column({ type: 'varchar' })
  tier!: string;

  /** The displayed code; older ones find the clinic, too (`ShareCodeEntity`). */
  @Column({ type: 'varchar', name: 'share_code' })
  shareCode!: string;

  /** False for a legacy clinic account. */
  @FlagColumn({ name: 'is_migrated' })
  isMigrated!: boolean;

  @JsonColumn({ name: 'suppressed_notifications', nullable: true })
  suppressedNotifications!: SuppressedNotifications | null;

  @JsonColumn({ name: 'patient_count_settings' })
  patientCountSettings!: PatientCountSettings;

  /** Null until set. */
  @JsonColumn({ name: 'mrn_settings', nullable: true })
  mrnSettings!: MrnSettings | null;

  @JsonColumn({ name: 'membership_restrictions', nullable: true })
  membershipRestrictions!: MembershipRestriction[] | null;

  /** Null until set. */
  @JsonColumn({ name: 'ehr_settings', nullable: true })
  ehrSettings!: EhrSettings | null;

  /** `enabled` of `ehrSettings`, for queries. */
  @FlagColumn({ name: 'ehr_enabled' })
  ehrEnabled!: boolean;

  /** `sourceId` of `ehrSettings`, for queries. */
  @Column({ type: 'varchar', name: 'ehr_source_id', nullable: true })
  ehrSourceId!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
