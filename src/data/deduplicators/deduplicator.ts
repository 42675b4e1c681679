import type { EntityManager } from 'typeorm';
import type { DataSetEntity } from '../data-set.entity';
import type { RecordEntity } from '../record.entity';
import type { Removal } from './removal';

/**
 * How repeated records are recognized and what happens to them. A data set names one for its whole life; its methods
 * run inside the transaction of the upload, of the closing or of the deletion.
 */
export interface Deduplicator {
  /** The name that is stored and returned. */
  readonly name: string;
  readonly version: string;
  /** Older names of the same thing. */
  readonly aliases: readonly string[];
  /** What stands for the device in the identity hash of a record; null when records get no hash. */
  readonly hashes: 'deviceId' | 'uploadId' | null;
  /** True when a record that is uploaded twice is stored once, whatever its id is. */
  recognizes(record: RecordEntity): boolean;
  /** Only for data sets that name their device. */
  readonly needsDevice: boolean;
  /** Makes room for a batch and returns the records of it that are to be stored. */
  admit(manager: EntityManager, dataSet: DataSetEntity, records: RecordEntity[]): Promise<RecordEntity[]>;
  /** What closing a normal data set does before its records become visible. */
  close(manager: EntityManager, dataSet: DataSetEntity): Promise<void>;
  /** Takes records of the data set away from readers because its uploader deletes them. */
  remove(manager: EntityManager, dataSet: DataSetEntity, removal: Removal): Promise<void>;
  /** What deleting the data set does before its records are destroyed: others may get back what it took from them. */
  release(manager: EntityManager, dataSet: DataSetEntity): Promise<void>;
}
