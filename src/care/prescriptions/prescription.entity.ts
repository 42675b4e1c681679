import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';
import type { PrescriptionState } from './prescription-state';
import type { PrescriptionRevisionEntity } from './prescription-revision.entity';

/** A prescription for an app that doses insulin, as it stands. What it says is in its revisions. */
@Entity({ name: 'prescriptions' })
export class PrescriptionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Never `expired`, which time alone brings about. */
  @Column({ type: 'varchar' })
  state!: PrescriptionState;

  /** Null once it is claimed or deleted; a unique key finds one prescription at most. */
  @Column({ type: 'varchar', name: 'access_code', nullable: true })
  accessCode!: string | null;

  /** Number of the latest revision, from 0. */
  @Column({ type: 'int', name: 'revision_id' })
  revisionId!: number;

  /** The address that the latest revision names. */
  @Column({ type: 'varchar', name: 'patient_email', nullable: true })
  patientEmail!: string | null;

  /** Null until it is claimed. */
  @Column({ type: 'varchar', name: 'patient_user_id', nullable: true })
  @AccountColumn()
  patientUserId!: string | null;

  /** The patient while the prescription is active, else null: a unique key allows one active one each. */
  @Column({ type: 'varchar', name: 'active_user_id', nullable: true })
  @AccountColumn()
  activeUserId!: string | null;

  /** Who has submitted it. */
  @Column({ type: 'varchar', name: 'prescriber_user_id', nullable: true })
  prescriberUserId!: string | null;

  @TimeColumn({ name: 'expiration_time', nullable: true })
  expirationTime!: number | null;

  @TimeColumn({ name: 'submitted_time', nullable: true })
  submittedTime!: number | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @Column({ type: 'varchar', name: 'created_user_id' })
  createdUserId!: string;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;

  @Column({ type: 'varchar', name: 'modified_user_id' })
  modifiedUserId!: string;

  @TimeColumn({ name: 'deleted_time', nullable: true })
  deletedTime!: number | null;

  @Column({ type: 'varchar', name: 'deleted_user_id', nullable: true })
  deletedUserId!: string | null;
}

/** A prescription with its latest revision. */
export type Prescription = PrescriptionEntity & { latestRevision: PrescriptionRevisionEntity };
