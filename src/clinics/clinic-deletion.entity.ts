import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

export type ClinicDeletionKind = 'clinic' | 'clinician' | 'patient';

/** That a clinic, somebody of it or a patient was removed, when and by whom. Rows are only ever added. */
@Entity({ name: 'clinic_deletions' })
export class ClinicDeletionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** 24 hexadecimal characters that grow with time. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  kind!: ClinicDeletionKind;

  /** The account of the clinician or the patient; null for clinics. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  userId!: string | null;

  /** Who did it; null for trusted servers. */
  @Column({ type: 'varchar', name: 'deleted_by', nullable: true })
  deletedBy!: string | null;

  @TimeColumn({ name: 'deleted_time' })
  deletedTime!: number;
}
