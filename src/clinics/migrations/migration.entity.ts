import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { TimeColumn } from '../../database/columns';
import type { MigrationStatus } from './migration-status';

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

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
