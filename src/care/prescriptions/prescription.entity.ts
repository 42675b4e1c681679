import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';
import type { PrescriptionState } from './prescription-state';
import type { PrescriptionRevisionEntity } from './prescription-revision.entity';

/** The current state of a prescription for an app that doses insulin. Its content is in its revisions. */
@Entity({ name: 'prescriptions' })
export class PrescriptionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Never `expired`, which follows from the time. */
  @Column({ type: 'varchar' })
  state!: PrescriptionState;

  /** Null once it is claimed or deleted; unique. */
  @Column({ type: 'varchar', name: 'access_code', nullable: true })
  accessCode!: string | null;

  /** Number of the latest revision, starting at 0. */
  @Column({ type: 'int', name: 'revision_id' })
  revisionId!: number;

  /** The address in the latest revision. */
  @Column({ type: 'varchar', name: 'patient_email', nullable: true })
  patientEmail!: string | null;

  /** Null until it is claimed. */
  @Column({ type: 'varchar', name: 'patient_user_id', nullable: true })
  @AccountColumn()
  patientUserId!: string | null;

  /**
   * The patient while the prescription is active, otherwise null; unique, so that each patient has at most one active
   * prescription.
   */
  @Column({ type: 'varchar', name: 'active_user_id', nullable: true })
  @AccountColumn()
  activeUserId!: string | null;

  /** The clinician who submitted it. */
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
