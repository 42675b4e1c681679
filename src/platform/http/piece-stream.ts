import { Readable } from 'node:stream';

/** Bytes that are read ahead of a slow receiver. */
const readAhead = 256 * 1024;

/**
 * A stream of pieces. Unlike that of `Readable.from`, it leaves nothing behind that only a major collection frees; see
 * `docs/speed-tricks.md`.
 */
export class PieceStream extends Readable {
  private isReading = false;

  /** @param first the first result of the iterator, if it was read before */
  constructor(
    private readonly pieces: AsyncIterator<Uint8Array>,
    private first?: IteratorResult<Uint8Array>,
  ) {
    super({ highWaterMark: readAhead });
  }

  override _read(): void {
    if (this.isReading) return;
    this.isReading = true;
    this.pushSome().catch((error: unknown) => this.destroy(error as Error));
  }

  private async pushSome(): Promise<void> {
    for (;;) {
      const next = this.first ?? (await this.pieces.next());
      this.first = undefined;
      if (next.done) return void this.push(null);
      if (!this.push(next.value)) break;
    }
    // At once, because the next read may follow in this turn.
    this.isReading = false;
  }
}
