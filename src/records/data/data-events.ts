import { topic } from '../../platform/events/topic';
import type { RecordBatch } from './record-batch';

/** Records that have become visible. */
export interface DataAdded {
  uploadId: string;
  /** The uploaded batch; absent if the whole data set became visible because it was closed. */
  batch?: RecordBatch & {
    /** Ids of the newest records, newest first. */
    newestIds: string[];
  };
}

/** Newly visible records of an account. */
export const dataEvents = topic<DataAdded>('data');

/** A change to a data set. */
export interface DataSetEvent {
  kind: 'created' | 'updated' | 'closed' | 'deleted' | 'dataDeleted';
  /** Null if all data sets of the account were deleted. */
  uploadId: string | null;
}

/** Changes to the data sets of an account. */
export const dataSetEvents = topic<DataSetEvent>('data-set');
