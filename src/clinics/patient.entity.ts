import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../database/columns';
import type { PatientPermission } from './patient-permission';

/** A look at a patient's data by somebody of the clinic. */
export interface PatientReview {
  clinicianId: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** Where a patient's data come from; times are RFC 3339 texts in UTC. */
export interface PatientDataSource {
  state: string;
  providerName: string;
  dataSourceId?: string;
  modifiedTime?: string;
  expirationTime?: string;
  latestDataTime?: string;
}

/** A patient was asked to connect a source of data. */
export interface ConnectionRequest {
  providerName: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** The ranges that a patient's glucose is judged by: well-known ones, or the patient's own. */
export type GlycemicRanges =
  | { type: 'preset'; preset: string }
  | { type: 'custom'; custom: { name: string; thresholds: GlycemicThreshold[] } };

export interface GlycemicThreshold {
  name: string;
  upperBound: { value: number; units: string };
  inclusive?: boolean;
}

/** An account as a clinic keeps it among its patients. */
@Entity({ name: 'clinic_patients' })
export class PatientEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** 24 hexadecimal characters that grow with the creation: the last word in every order. */
  @Column({ type: 'varchar' })
  id!: string;

  @Column({ type: 'text', name: 'full_name' })
  fullName!: string;

  /** The name as it is sorted: without case and accents. */
  @Column({ type: 'varchar', name: 'name_key' })
  nameKey!: string;

  /** `YYYY-MM-DD` */
  @Column({ type: 'varchar', name: 'birth_date' })
  birthDate!: string;

  /** Lower-case. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** Medical record number, as it was written. */
  @Column({ type: 'text', nullable: true })
  mrn!: string | null;

  /** What record numbers are compared by: without case and accents. */
  @Column({ type: 'varchar', name: 'mrn_digest', nullable: true })
  mrnDigest!: string | null;

  /** `mrnDigest` where it was written while the clinic let no two patients have the same number. */
  @Column({ type: 'varchar', name: 'unique_mrn_digest', nullable: true })
  uniqueMrnDigest!: string | null;

  /** Name, address, record number and birthday in lower case, for searching. */
  @Column({ type: 'text', name: 'search_text' })
  searchText!: string;

  @JsonColumn({ name: 'target_devices', nullable: true })
  targetDevices!: string[] | null;

  @JsonColumn()
  permissions!: PatientPermission[];

  @Column({ type: 'varchar', name: 'diagnosis_type', nullable: true })
  diagnosisType!: string | null;

  @JsonColumn({ name: 'glycemic_ranges', nullable: true })
  glycemicRanges!: GlycemicRanges | null;

  /** True for the standard ranges, and for none. */
  @FlagColumn({ name: 'has_standard_ranges' })
  hasStandardRanges!: boolean;

  /** Null until some were set. */
  @JsonColumn({ name: 'data_sources', nullable: true })
  dataSources!: PatientDataSource[] | null;

  /** Newest first. */
  @JsonColumn({ name: 'connection_requests' })
  connectionRequests!: ConnectionRequest[];

  /** The last two, newest first. */
  @JsonColumn()
  reviews!: PatientReview[];

  @TimeColumn({ name: 'last_reviewed_time', nullable: true })
  lastReviewedTime!: number | null;

  @TimeColumn({ name: 'last_upload_reminder_time', nullable: true })
  lastUploadReminderTime!: number | null;

  /** Who opened the account for the patient; null for trusted servers and for accounts that were there before. */
  @Column({ type: 'varchar', name: 'invited_by', nullable: true })
  invitedBy!: string | null;

  /** Taken over without being asked: no mails. */
  @FlagColumn({ name: 'is_migrated' })
  isMigrated!: boolean;

  @JsonColumn({ name: 'legacy_clinician_ids' })
  legacyClinicianIds!: string[];

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
