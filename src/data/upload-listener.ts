import type { EntityManager } from 'typeorm';

/** What an upload has brought into one data set, also when all of it had been there before. */
export interface AcceptedUpload {
  userId: string;
  /** The data set as its records name it, in the form that columns hold. */
  uploadId: string;
  types: ReadonlySet<string>;
  /** Readers see the records already; those of a data set that has to be closed first they do not. */
  isVisible: boolean;
}

/** Writes what follows from an upload, in the transaction of the upload. It must be quick. */
export interface UploadListener {
  accepted(manager: EntityManager, uploads: readonly AcceptedUpload[]): Promise<void>;
  /** All records of a data set became visible, because it was closed. */
  shown(manager: EntityManager, dataSet: { userId: string; uploadId: string }): Promise<void>;
}
