import type { Readable } from 'node:stream';

/** Content on its way out. Whoever gets it reads the stream or destroys it. */
export interface StoredContent {
  content: Readable;
  /** Bytes. */
  size: number;
  /** MD5 of the bytes in base64. */
  digestMD5: string;
}
