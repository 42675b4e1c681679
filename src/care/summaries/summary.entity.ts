import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, PrimaryTimeColumn, TimeColumn } from '../../platform/database/columns';
import type { ChangeReason, GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { Bucket } from './bucket';
import type { ContinuousPeriod, GlucosePeriod, PeriodName } from './periods';

/** The records a summary covers: sensor, meter, or all continuous uploads. */
export const summaryTypes: readonly GlucoseMeasure[] = ['cgm', 'bgm', 'con'];

export type SummaryType = GlucoseMeasure;

/** Increase it when the calculation changes; summaries with other versions are recalculated. */
export const schemaVersion = 6;

/** The content of a summary at its last calculation; times are milliseconds since the epoch. */
export interface SummaryContent {
  lastUpdatedReason: ChangeReason[];
  firstData: number;
  lastData: number;
  lastUploadDate: number;
  periods: Record<PeriodName, GlucosePeriod> | Record<PeriodName, ContinuousPeriod>;
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

  /** Start of the hour from which all buckets are stored; null if none are. */
  @TimeColumn({ name: 'covered_from', nullable: true })
  coveredFrom!: number | null;

  /** When the last calculation began; null before the first one. */
  @TimeColumn({ name: 'last_updated', nullable: true })
  lastUpdated!: number | null;

  /** Null before the first calculation. */
  @JsonColumn({ nullable: true })
  content!: SummaryContent | null;
}

/** Statistics of the records of one hour of an account. */
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

  @JsonColumn()
  content!: Bucket;

  /** The readings of a sensor that count, packed; null for other buckets, and for those that an earlier release made. */
  @Column({ type: 'text', nullable: true })
  readings!: string | null;
}
