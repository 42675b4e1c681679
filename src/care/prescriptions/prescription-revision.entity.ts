import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { PrescriptionAttributes } from './attributes';

/** The content of a prescription from some moment on. Revisions never change. */
@Entity({ name: 'prescription_revisions' })
export class PrescriptionRevisionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'prescription_id' })
  prescriptionId!: string;

  /** Starts at 0. */
  @PrimaryColumn({ type: 'int', name: 'revision_id' })
  revisionId!: number;

  @JsonColumn()
  attributes!: PrescriptionAttributes;

  /** Hash of the attributes; see `integrityHash`. */
  @Column({ type: 'varchar' })
  hash!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @Column({ type: 'varchar', name: 'created_user_id' })
  createdUserId!: string;
}
