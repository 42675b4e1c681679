/** Thrown at the producer when the consumer has gone. */
class AbandonedError extends Error {}

/**
 * Passes pieces from a producer to one consumer, one at a time. The producer waits until its piece is taken, so a
 * slow consumer slows the producer down instead of filling the memory.
 */
export class HandOver<Piece> {
  private piece: { value: Piece } | undefined;
  private state: 'open' | 'ended' | 'abandoned' = 'open';
  private failure: { error: unknown } | undefined;
  private wake: () => void = () => undefined;

  private change(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.wake;
      const wake = () => {
        before();
        resolve();
      };
      this.wake = wake;
    });
  }

  private changed(): void {
    const wake = this.wake;
    this.wake = () => undefined;
    wake();
  }

  /** Resolves once there is room for another piece. Rejects when the consumer has gone. */
  async put(value: Piece): Promise<void> {
    while (this.piece && this.state === 'open') await this.change();
    if (this.state === 'abandoned') throw new AbandonedError('The reader has disconnected.');
    this.piece = { value };
    this.changed();
  }

  /** Ends the stream. */
  end(): void {
    if (this.state === 'open') this.state = 'ended';
    this.changed();
  }

  /** Ends the stream with an error for the consumer. */
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
