import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

export type ClinicDeletionKind = 'clinic' | 'clinician' | 'patient';

/** Records who removed a clinic, a clinician or a patient, and when. Append-only. */
@Entity({ name: 'clinic_deletions' })
export class ClinicDeletionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** 24 hexadecimal characters that grow with time. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  kind!: ClinicDeletionKind;

  /** The account of the clinician or patient; null for clinics. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  userId!: string | null;

  /** The account that did it; null for trusted servers. */
  @Column({ type: 'varchar', name: 'deleted_by', nullable: true })
  deletedBy!: string | null;

  @TimeColumn({ name: 'deleted_time' })
  deletedTime!: number;
}
