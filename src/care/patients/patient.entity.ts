import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { PatientPermission } from './patient-permission';

/** A review of a patient's data by a member of the clinic. */
export interface PatientReview {
  clinicianId: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** A data source of a patient; times are RFC 3339 texts in UTC. */
export interface PatientDataSource {
  state: string;
  providerName: string;
  dataSourceId?: string;
  modifiedTime?: string;
  expirationTime?: string;
  latestDataTime?: string;
}

/** A request to a patient to connect a data source. */
export interface ConnectionRequest {
  providerName: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** A patient's target glucose ranges: a preset, or custom ranges. */
export type GlycemicRanges =
  | { type: 'preset'; preset: string }
  | { type: 'custom'; custom: { name: string; thresholds: GlycemicThreshold[] } };

export interface GlycemicThreshold {
  name: string;
  upperBound: { value: number; units: string };
  inclusive?: boolean;
}

/** A clinic's record of a patient. */
@Entity({ name: 'clinic_patients' })
export class PatientEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** 24 hexadecimal characters in order of creation, which breaks ties in every order. */
  @Column({ type: 'varchar' })
  id!: string;

  @Column({ type: 'text', name: 'full_name' })
  fullName!: string;

  /** The name for sorting: without case and accents. */
  @Column({ type: 'varchar', name: 'name_key' })
  nameKey!: string;

  /** `YYYY-MM-DD` */
  @Column({ type: 'varchar', name: 'birth_date' })
  birthDate!: string;

  /** Lower-case. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** Medical record number, as written. */
  @Column({ type: 'text', nullable: true })
  mrn!: string | null;

  /** Comparison key of record numbers: without case and accents. */
  @Column({ type: 'varchar', name: 'mrn_digest', nullable: true })
  mrnDigest!: string | null;

  /** `mrnDigest`, if record numbers had to be unique in the clinic when it was written. */
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

  /** Null until set. */
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

  /** Who created the account for the patient; null for trusted servers and for existing accounts. */
  @Column({ type: 'varchar', name: 'invited_by', nullable: true })
  invitedBy!: string | null;

  /** Added without an invitation: no mails. */
  @FlagColumn({ name: 'is_migrated' })
  isMigrated!: boolean;

  @JsonColumn({ name: 'legacy_clinician_ids' })
  legacyClinicianIds!: string[];

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
