import { topic } from '../events/topic';
import type { RecordBatch } from './record-batch';

/** Records that readers can see from now on. */
export interface DataAdded {
  uploadId: string;
  /** What a batch has brought; absent when the whole data set became visible, because it was closed. */
  batch?: RecordBatch & {
    /** Ids of the newest records, newest first. */
    newestIds: string[];
  };
}

/** What has become visible in an account. */
export const dataEvents = topic<DataAdded>('data');

/** What was done to a data set. */
export interface DataSetEvent {
  kind: 'created' | 'updated' | 'closed' | 'deleted' | 'dataDeleted';
  /** Null when all data sets of the account were destroyed. */
  uploadId: string | null;
}

/** What is done to the data sets of an account. */
export const dataSetEvents = topic<DataSetEvent>('data-set');
