import type { AccountRecords } from '../account-records';
import type { LegacyRecord } from '../prepare-legacy-batch';

/** A record whose place among the others is known. */
export interface PlacedRecord extends LegacyRecord {
  readonly id: string;
}

/**
 * What comes of a record: its content as it is to be stored, or nothing, because it became part of an earlier record
 * (`merged`), or had become part of it before (`repeated`).
 */
export type Outcome = Record<string, unknown> | 'merged' | 'repeated';

/** Puts a record among those of its account and changes earlier ones where it says something about them. */
export type ApplyEffect = (record: PlacedRecord, records: AccountRecords) => Outcome | Promise<Outcome>;
