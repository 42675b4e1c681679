import { createHash } from 'node:crypto';

/** Content on its way through, measured piece by piece. */
export class MeasuredPieces implements AsyncIterable<Uint8Array> {
  private readonly hash = createHash('md5');
  private size = 0;
  private failure: { cause: unknown } | undefined;

  constructor(private readonly pieces: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.pieces) {
        this.hash.update(piece);
        this.size += piece.length;
        yield piece;
      }
    } catch (cause) {
      this.failure = { cause };
      throw cause;
    }
  }

  /** Why the pieces did not all come: what the sender is to be told, whatever else went wrong in consequence. */
  senderFailure(): { cause: unknown } | undefined {
    return this.failure;
  }

  /** Bytes and MD5 (RFC 1321) in base64 of what went through. To be asked for once, at the end. */
  facts(): { size: number; digestMD5: string } {
    return { size: this.size, digestMD5: this.hash.digest('base64') };
  }
}
