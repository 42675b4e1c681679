import type { EntityManager } from 'typeorm';
import type { DataSetEntity } from '../data-set.entity';
import type { RecordEntity } from '../record.entity';

/**
 * How repeated records are recognized and what happens to them. A data set names one for its whole life; its methods
 * run inside the transaction of the upload or of the closing.
 */
export interface Deduplicator {
  /** The name that is stored and returned. */
  readonly name: string;
  readonly version: string;
  /** Older names of the same thing. */
  readonly aliases: readonly string[];
  /** What stands for the device in the identity hash of a record; null when records get no hash. */
  readonly hashes: 'deviceId' | 'uploadId' | null;
  /** Only for data sets that name their device. */
  readonly needsDevice: boolean;
  /** Makes room for a batch and returns the records of it that are to be stored. */
  admit(manager: EntityManager, dataSet: DataSetEntity, records: RecordEntity[]): Promise<RecordEntity[]>;
  /** What closing a normal data set does before its records become visible. */
  close(manager: EntityManager, dataSet: DataSetEntity): Promise<void>;
}
