import type { Readable } from 'node:stream';

/** Outgoing content. The receiver reads the stream or destroys it. */
export interface StoredContent {
  content: Readable;
  /** Bytes. */
  size: number;
  /** MD5 of the bytes in base64. */
  digestMD5: string;
}
