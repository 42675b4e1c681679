import type { AccountRecords } from '../account-records';
import type { LegacyRecord } from '../prepare-legacy-batch';

/** A record with a known place among the others. */
export interface PlacedRecord extends LegacyRecord {
  readonly id: string;
}

/**
 * The result for a record: its content to store, or nothing because it was merged into an earlier record (`merged`),
 * now or before (`repeated`).
 */
export type Outcome = Record<string, unknown> | 'merged' | 'repeated';

/** Merges a record into those of its account, and changes earlier ones that it affects. */
export type ApplyEffect = (record: PlacedRecord, records: AccountRecords) => Outcome | Promise<Outcome>;
