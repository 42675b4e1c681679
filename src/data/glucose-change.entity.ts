import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** The statistics that are made of glucose records: of sensors, of meters, and of what is uploaded continuously. */
export const glucoseMeasures = ['cgm', 'bgm', 'con'] as const;

export type GlucoseMeasure = (typeof glucoseMeasures)[number];

/** Why statistics are out of date, in words that clients know. */
export const changeReasons = [
  'DATA_ADDED',
  'UPLOAD_COMPLETED',
  'LEGACY_DATA_ADDED',
  'LEGACY_UPLOAD_COMPLETED',
  'SCHEMA_MIGRATION',
  'DATA_DELETED',
] as const;

export type ChangeReason = (typeof changeReasons)[number];

/**
 * Something has happened to the glucose records of an account, and its statistics do not know of it yet. Rows are only
 * ever added and deleted, so uploads do not wait for each other here, nor for whoever makes the statistics.
 */
@Entity({ name: 'glucose_changes' })
export class GlucoseChangeEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  measure!: GlucoseMeasure;

  /** Grows with the time of the change. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Null when nobody need hear of the change before it is due: the records lie too far ahead to count until then. */
  @Column({ type: 'varchar', nullable: true })
  reason!: ChangeReason | null;

  /** The statistics are out of date from this instant on; null when no record of the change will ever count. */
  @TimeColumn({ name: 'due_time', nullable: true })
  dueTime!: number | null;

  /** Start of the first hour in which records have changed; null when none have. */
  @TimeColumn({ name: 'from_hour', nullable: true })
  fromHour!: number | null;

  /** Start of the last hour in which records have changed. */
  @TimeColumn({ name: 'to_hour', nullable: true })
  toHour!: number | null;
}
