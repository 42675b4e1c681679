import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** Statistics of glucose records: of sensors, of meters, and of continuous uploads. */
export const glucoseMeasures = ['cgm', 'bgm', 'con'] as const;

export type GlucoseMeasure = (typeof glucoseMeasures)[number];

/** Why statistics are outdated; the words are public. */
export type ChangeReason =
  | 'DATA_ADDED'
  | 'UPLOAD_COMPLETED'
  | 'LEGACY_DATA_ADDED'
  | 'LEGACY_UPLOAD_COMPLETED'
  | 'SCHEMA_MIGRATION'
  | 'DATA_DELETED';

/**
 * A change to the glucose records of an account that its statistics do not reflect yet. Rows are only inserted and
 * deleted, so uploads never wait for each other here, nor for the calculation.
 */
@Entity({ name: 'glucose_changes' })
export class GlucoseChangeEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  measure!: GlucoseMeasure;

  /** In order of the time of the change. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Null if the change can wait until it is due: the records are too far in the future to count before. */
  @Column({ type: 'varchar', nullable: true })
  reason!: ChangeReason | null;

  /** The statistics are outdated from this instant on; null if no record of the change will ever count. */
  @TimeColumn({ name: 'due_time', nullable: true })
  dueTime!: number | null;

  /** Start of the first hour with changed records; null if there is none. */
  @TimeColumn({ name: 'from_hour', nullable: true })
  fromHour!: number | null;

  /** Start of the last hour with changed records. */
  @TimeColumn({ name: 'to_hour', nullable: true })
  toHour!: number | null;
}
