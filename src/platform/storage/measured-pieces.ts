import { createHash } from 'node:crypto';

/** Measures content as it passes through, piece by piece. */
export class MeasuredPieces implements AsyncIterable<Uint8Array> {
  private readonly hash = createHash('md5');
  private size = 0;
  private failure: { cause: unknown } | undefined;

  constructor(private readonly pieces: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const pieces = this.pieces[Symbol.asyncIterator]();
    try {
      for (let next = await this.next(pieces); !next.done; next = await this.next(pieces)) {
        this.hash.update(next.value);
        this.size += next.value.length;
        yield next.value;
      }
    } finally {
      await pieces.return?.();
    }
  }

  /** Only the sender can fail here; the receiver may end the iteration with its own error. */
  private async next(
    pieces: AsyncIterator<Uint8Array, unknown>,
  ): Promise<IteratorResult<Uint8Array, unknown>> {
    try {
      return await pieces.next();
    } catch (cause) {
      this.failure = { cause };
      throw cause;
    }
  }

  /** The error of the sender, whatever other errors resulted from it. */
  senderFailure(): { cause: unknown } | undefined {
    return this.failure;
  }

  /** Size in bytes and MD5 (RFC 1321) in base64 of the content. Call it once, at the end. */
  facts(): { size: number; digestMD5: string } {
    return { size: this.size, digestMD5: this.hash.digest('base64') };
  }
}
