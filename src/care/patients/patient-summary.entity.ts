import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';

/** A summary as clinics get it: sensor and meter statistics, by period. Clients define most of it. */
export interface PatientSummary {
  cgmStats?: SummaryStats;
  bgmStats?: SummaryStats;
}

export interface SummaryStats {
  id?: string;
  config?: object;
  dates?: Record<string, unknown>;
  periods?: Record<string, Record<string, unknown>>;
}

/** A clinic's copy of a patient's summary; times are milliseconds since the epoch. */
@Entity({ name: 'patient_summaries' })
export class PatientSummaryEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Id of the patient's record, which breaks ties in every order. */
  @Column({ type: 'varchar', name: 'patient_id' })
  patientId!: string;

  /** Id of the sensor statistics; null if there are none. */
  @Column({ type: 'varchar', name: 'cgm_id', nullable: true })
  cgmId!: string | null;

  /** Id of the meter statistics; null if there are none. */
  @Column({ type: 'varchar', name: 'bgm_id', nullable: true })
  bgmId!: string | null;

  @TimeColumn({ name: 'cgm_last_data', nullable: true })
  cgmLastData!: number | null;

  @TimeColumn({ name: 'cgm_first_data', nullable: true })
  cgmFirstData!: number | null;

  @TimeColumn({ name: 'cgm_last_upload_date', nullable: true })
  cgmLastUploadDate!: number | null;

  @TimeColumn({ name: 'cgm_outdated_since', nullable: true })
  cgmOutdatedSince!: number | null;

  @TimeColumn({ name: 'bgm_last_data', nullable: true })
  bgmLastData!: number | null;

  @TimeColumn({ name: 'bgm_first_data', nullable: true })
  bgmFirstData!: number | null;

  @TimeColumn({ name: 'bgm_last_upload_date', nullable: true })
  bgmLastUploadDate!: number | null;

  @TimeColumn({ name: 'bgm_outdated_since', nullable: true })
  bgmOutdatedSince!: number | null;

  @JsonColumn()
  content!: PatientSummary;
}
