import type { EntityManager } from 'typeorm';
import type { DataSetEntity } from '../data-set.entity';
import type { RecordEntity } from '../record.entity';
import type { Removal } from './removal';

/**
 * Defines how repeated records are recognized and what happens to them. A data set keeps its deduplicator for life.
 * The methods run in the transaction of the upload, the closing or the deletion.
 */
export interface Deduplicator {
  /** The name as stored and returned. */
  readonly name: string;
  readonly version: string;
  /** Older names. */
  readonly aliases: readonly string[];
  /** The device part of a record's identity hash; null if records get no hash. */
  readonly hashes: 'deviceId' | 'uploadId' | null;
  /** Whether a repeated record is stored only once, whatever its id. */
  recognizes(record: RecordEntity): boolean;
  /** Whether data sets must name their device. */
  readonly needsDevice: boolean;
  /** Makes room for a batch and returns those of its records to store. */
  admit(manager: EntityManager, dataSet: DataSetEntity, records: RecordEntity[]): Promise<RecordEntity[]>;
  /** Called when a normal data set is closed, before its records become visible. */
  close(manager: EntityManager, dataSet: DataSetEntity): Promise<void>;
  /** Hides or deletes records of the data set on behalf of its uploader. */
  remove(manager: EntityManager, dataSet: DataSetEntity, removal: Removal): Promise<void>;
  /** Called when the data set is deleted, before its records are: others may get back records that it displaced. */
  release(manager: EntityManager, dataSet: DataSetEntity): Promise<void>;
}
