import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { MigrationStatus } from './migration-status';

/** A patient who could not be moved at the last attempt. */
export interface StuckPatient {
  userId: string;
  /** The reason, such as a missing record number. */
  reason: string;
}

/** A legacy account whose patients move to a clinic; at most one per account. */
@Entity({ name: 'clinic_migrations' })
export class MigrationEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @Column({ type: 'varchar' })
  status!: MigrationStatus;

  /** Null if there are none; at most a hundred. */
  @JsonColumn({ nullable: true })
  stuck!: StuckPatient[] | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
