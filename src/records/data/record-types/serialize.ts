import type { PreparedRecord } from './prepared-record';

/** The values that the data set adds to a record. */
export interface RecordStorage {
  readonly uploadId: string;
  /** The identity hash, in data sets that compare hashes. */
  readonly hash?: string;
}

/** The JSON text of a record as it is stored and sent. */
export function recordText({ content }: PreparedRecord, { uploadId, hash }: RecordStorage): string {
  return JSON.stringify(
    hash === undefined ? { ...content, uploadId } : { ...content, uploadId, deduplicator: { hash } },
  );
}
