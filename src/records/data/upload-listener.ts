import type { EntityManager } from 'typeorm';

/** The result of an upload to one data set, even if all of it was already there. */
export interface AcceptedUpload {
  userId: string;
  /** The id of the data set in its records, as stored in columns. */
  uploadId: string;
  types: ReadonlySet<string>;
  /** Whether the records are already visible, or only once their data set is closed. */
  isVisible: boolean;
}

/** Writes the effects of an upload in its transaction. It must be fast. */
export interface UploadListener {
  accepted(manager: EntityManager, uploads: readonly AcceptedUpload[]): Promise<void>;
  /** All records of a data set became visible because it was closed. */
  shown(manager: EntityManager, dataSet: { userId: string; uploadId: string }): Promise<void>;
}
