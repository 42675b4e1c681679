/** Thrown at the producer when nobody takes its pieces any more. */
class AbandonedError extends Error {}

/**
 * Hands pieces from a producer to one consumer, one at a time: the producer waits until its piece is taken, so a slow
 * consumer slows the producer down instead of filling the memory.
 */
export class HandOver<Piece> {
  private piece: { value: Piece } | undefined;
  private state: 'open' | 'ended' | 'abandoned' = 'open';
  private failure: { error: unknown } | undefined;
  private wake: () => void = () => undefined;

  private change(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.wake;
      this.wake = () => {
        before();
        resolve();
      };
    });
  }

  private changed(): void {
    const wake = this.wake;
    this.wake = () => undefined;
    wake();
  }

  /** Resolves once there is room for a further piece. Rejects when the consumer has gone. */
  async put(value: Piece): Promise<void> {
    while (this.piece && this.state === 'open') await this.change();
    if (this.state === 'abandoned') throw new AbandonedError('Nobody is reading any more.');
    this.piece = { value };
    this.changed();
  }

  /** Nothing more will come. */
  end(): void {
    if (this.state === 'open') this.state = 'ended';
    this.changed();
  }

  /** Nothing more will come because of an error, which the consumer gets. */
  fail(error: unknown): void {
    this.failure = { error };
    this.end();
  }

  /** The consumer has gone. */
  abandon(): void {
    this.state = 'abandoned';
    this.changed();
  }

  /** The pieces in order, for the one consumer. */
  async *taken(): AsyncGenerator<Piece> {
    for (;;) {
      if (this.piece) {
        const { value } = this.piece;
        this.piece = undefined;
        this.changed();
        yield value;
      } else if (this.state === 'open') {
        await this.change();
      } else {
        if (this.failure) throw this.failure.error;
        return;
      }
    }
  }
}
