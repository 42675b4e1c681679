import type { Readable } from 'node:stream';

/** Whether a name is a content key: letters, digits and underscores, so that a key is never a path. */
export const isContentKey = (name: string): boolean => /^\w{8,64}$/.test(name);

/** Content that has arrived completely and is not kept yet. */
export interface ReceivedContent {
  /** Bytes. */
  size: number;
  /** MD5 (RFC 1321) of the bytes in base64, 24 characters. */
  digestMD5: string;
  /** Keeps the content under a new key. From then on it survives a crash. */
  keep(key: string): Promise<void>;
  /** Discards the content. */
  discard(): Promise<void>;
}

/**
 * Storage of binary content. Only the database knows what it is: a key is written to a row once its content is kept,
 * and content without a row is deleted.
 */
export interface ContentStore {
  /** Throws when content cannot be stored or read at the moment. */
  assertUsable(): Promise<void>;
  /**
   * Receives content piece by piece under a temporary name. If the source fails, nothing is stored and the error is
   * thrown.
   */
  receive(pieces: AsyncIterable<Uint8Array>): Promise<ReceivedContent>;
  /** The content with a key, or null if there is none. The caller reads the stream or destroys it. */
  read(key: string): Promise<Readable | null>;
  /** Deletes the content with a key, if it exists. */
  remove(key: string): Promise<void>;
  /** The keys of all content kept before an instant, in milliseconds since the epoch. */
  keysBefore(time: number): AsyncIterable<string>;
  /** Deletes unfinished uploads without activity since an instant. */
  removeUnfinished(time: number): Promise<void>;
}
