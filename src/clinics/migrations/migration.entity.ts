import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { JsonColumn, TimeColumn } from '../../database/columns';
import type { MigrationStatus } from './migration-status';

/** A patient who could not move when that was last tried. */
export interface StuckPatient {
  userId: string;
  /** What the clinic says, such as that a record number is required. */
  reason: string;
}

/** An account of the old kind whose patients move to a clinic; at most one for each account. */
@Entity({ name: 'clinic_migrations' })
export class MigrationEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @Column({ type: 'varchar' })
  status!: MigrationStatus;

  /** Null when nobody is; a hundred of them at most. */
  @JsonColumn({ nullable: true })
  stuck!: StuckPatient[] | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
