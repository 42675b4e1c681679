import type { Readable } from 'node:stream';

/** True for the keys of stored content: letters, digits and underscores, so that a key is never a path. */
export const isContentKey = (name: string): boolean => /^\w{8,64}$/.test(name);

/** Content that has arrived whole and is not kept yet. */
export interface ReceivedContent {
  /** Bytes. */
  size: number;
  /** MD5 (RFC 1321) of the bytes in base64, 24 characters. */
  digestMD5: string;
  /** Keeps the content under a key that was never used before. It survives a crash from then on. */
  keep(key: string): Promise<void>;
  /** Forgets the content. */
  discard(): Promise<void>;
}

/**
 * Where binary content lies. What is in it is known to the database alone: a key is written into a row only once its
 * content is kept, and content without a row is swept.
 */
export interface ContentStore {
  /** Throws when content cannot be kept or read at the moment. */
  assertUsable(): Promise<void>;
  /**
   * Takes content in, piece by piece, under a temporary name. When the pieces end with an error, nothing stays and
   * the error is thrown.
   */
  receive(pieces: AsyncIterable<Uint8Array>): Promise<ReceivedContent>;
  /** The content under a key, or null when there is none. Whoever asks reads the stream or destroys it. */
  read(key: string): Promise<Readable | null>;
  /** Forgets what is under a key; fine when there is nothing. */
  remove(key: string): Promise<void>;
  /** The keys of all content that was kept before an instant, in milliseconds since the epoch. */
  keysBefore(time: number): AsyncIterable<string>;
  /** Forgets what began to arrive and was given up: nothing of it came since an instant. */
  removeUnfinished(time: number): Promise<void>;
}
