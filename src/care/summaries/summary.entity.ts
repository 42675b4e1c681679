import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, PrimaryTimeColumn, TimeColumn } from '../../platform/database/columns';
import type { ChangeReason, GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { Bucket } from './bucket';
import type { ContinuousPeriod, GlucosePeriod, PeriodName } from './periods';

/** Which records a summary is of: those of sensors, of meters, or all that are uploaded continuously. */
export const summaryTypes: readonly GlucoseMeasure[] = ['cgm', 'bgm', 'con'];

export type SummaryType = GlucoseMeasure;

/** Grows when statistics are made in another way; those of another one are made anew. */
export const schemaVersion = 6;

/** What a summary says as of its last calculation; times are milliseconds since the epoch. */
export interface SummaryContent {
  lastUpdatedReason: ChangeReason[];
  firstData: number;
  lastData: number;
  lastUploadDate: number;
  periods: Record<PeriodName, GlucosePeriod> | Record<PeriodName, ContinuousPeriod>;
}

/** Statistics of an account as of their last calculation, and what is needed to go on from there. */
@Entity({ name: 'summaries' })
export class SummaryEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  type!: SummaryType;

  /** Another one with every change: who has read one and finds another begins anew. */
  @Column({ type: 'varchar' })
  version!: string;

  @Column({ type: 'int', name: 'schema_version' })
  schemaVersion!: number;

  /** Start of the hour from which on all buckets are there; null while there are none. */
  @TimeColumn({ name: 'covered_from', nullable: true })
  coveredFrom!: number | null;

  /** When the last calculation began; null before the first one. */
  @TimeColumn({ name: 'last_updated', nullable: true })
  lastUpdated!: number | null;

  /** Null before the first calculation. */
  @JsonColumn({ nullable: true })
  content!: SummaryContent | null;
}

/** What is kept of the records of one hour of an account. */
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
}
