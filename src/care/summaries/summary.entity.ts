import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, PrimaryTimeColumn, TimeColumn } from '../../platform/database/columns';
import type { ChangeReason, GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { IntervalSpan } from './intervals/calendar-intervals';
import type { SummaryPeriods } from './periods';

/** The records a summary covers: sensor, meter, or all continuous uploads. */
export const summaryTypes: readonly GlucoseMeasure[] = ['cgm', 'bgm', 'con'];

export type SummaryType = GlucoseMeasure;

/** The version of the calculation, as clients know it. */
export const calculationVersion = 6;

/**
 * Increase it when the calculation changes, or the form in which its state is stored; summaries with other versions are
 * recalculated. Version 7 has the figures of version 6, and stores its buckets day by day.
 */
export const schemaVersion = 7;

/** The content of a summary at its last calculation; times are milliseconds since the epoch. */
export interface SummaryContent {
  lastUpdatedReason: ChangeReason[];
  firstData: number;
  lastData: number;
  lastUploadDate: number;
  periods: SummaryPeriods;
}

/** Statistics of an account at their last calculation, and the state to continue from. */
@Entity({ name: 'summaries' })
export class SummaryEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  type!: SummaryType;

  /** A new value with every change. A calculation that finds another value than it has read starts again. */
  @Column({ type: 'varchar' })
  version!: string;

  @Column({ type: 'int', name: 'schema_version' })
  schemaVersion!: number;

  /** Start of the day from which all buckets are stored; null if none are. */
  @TimeColumn({ name: 'covered_from', nullable: true })
  coveredFrom!: number | null;

  /** All weeks and months that begin at this instant or later are stored; null if none are. */
  @TimeColumn({ name: 'intervals_from', nullable: true })
  intervalsFrom!: number | null;

  /**
   * The `version` whose weeks and months are stored. If it is another one, an earlier release has calculated since, and they
   * do not count.
   */
  @Column({ type: 'varchar', name: 'intervals_version', nullable: true })
  intervalsVersion!: string | null;

  /** When the last calculation began; null before the first one. */
  @TimeColumn({ name: 'last_updated', nullable: true })
  lastUpdated!: number | null;

  /** Null before the first calculation. */
  @JsonColumn({ nullable: true })
  content!: SummaryContent | null;
}

/** Statistics of the records of each hour of a day of an account. */
@Entity({ name: 'summary_days' })
export class SummaryDayEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  type!: SummaryType;

  /** Start of the day (UTC). */
  @PrimaryTimeColumn({ name: 'day' })
  day!: number;

  /** Hours with visible continuous records as bits, the first hour as the lowest one; null for other summaries. */
  @Column({ type: 'int', name: 'shown_hours', nullable: true })
  shownHours!: number | null;

  /** Hours with continuous records that arrived within a day, likewise. */
  @Column({ type: 'int', name: 'timely_hours', nullable: true })
  timelyHours!: number | null;

  /** The bucket of each hour with records, packed. */
  @Column({ type: 'blob' })
  figures!: Buffer;

  /** The readings of a sensor that count, packed; null for other summaries. */
  @Column({ type: 'blob', nullable: true })
  readings!: Buffer | null;
}

/** Figures of a week or a month of an account. */
@Entity({ name: 'summary_intervals' })
export class SummaryIntervalEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  type!: SummaryType;

  @PrimaryColumn({ type: 'varchar' })
  span!: IntervalSpan;

  /** Its first instant (UTC). */
  @PrimaryTimeColumn({ name: 'start' })
  start!: number;

  @Column({ type: 'int' })
  readings!: number;

  /** That the sensor was worn; 0 for meters. */
  @Column({ type: 'int' })
  minutes!: number;

  /** mmol/L */
  @Column({ type: 'real', name: 'mean_glucose' })
  meanGlucose!: number;

  /** The glucose management indicator in percent, however long the sensor was worn. */
  @Column({ type: 'real' })
  indicator!: number;

  @Column({ type: 'real', name: 'in_very_low' })
  inVeryLow!: number;

  @Column({ type: 'real', name: 'in_any_low' })
  inAnyLow!: number;

  @Column({ type: 'real', name: 'in_target' })
  inTarget!: number;

  @Column({ type: 'real', name: 'in_any_high' })
  inAnyHigh!: number;

  @Column({ type: 'real', name: 'in_very_high' })
  inVeryHigh!: number;
}

/** The bucket of an hour, as earlier releases stored it; kept until the summary has been recalculated. */
@Entity({ name: 'summary_buckets' })
export class SummaryBucketEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  type!: SummaryType;

  /** Start of the hour. */
  @PrimaryTimeColumn({ name: 'hour' })
  hour!: number;

  /** JSON. */
  @Column({ type: 'text' })
  content!: string;

  /** JSON; null for buckets without. */
  @Column({ type: 'text', nullable: true })
  readings!: string | null;
}
