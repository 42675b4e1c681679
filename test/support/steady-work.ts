import { setTimeout as pause } from 'node:timers/promises';
import { waitForTakeover } from './wait-until';

/** Things done after which work counts as going on. */
const headway = 30;

/** Refused things that show that clients are not kept waiting. */
const refusals = 5;

/** Clients that do one thing after the other until they are told to stop. */
export class SteadyWork {
  /** Number of acknowledged things. */
  acknowledged = 0;
  refused = 0;
  /** The longest time without any acknowledgment, in milliseconds. */
  longestSilence = 0;
  private readonly doing: Promise<void>[];
  private isOver = false;
  private number = 0;
  private lastAcknowledgment = performance.now();

  /** @param act does a thing with a new number, and tells whether it was acknowledged */
  constructor(
    clients: number,
    private readonly act: (number: number) => Promise<boolean>,
  ) {
    this.doing = Array.from({ length: clients }, () => this.work());
  }

  /** Waits for further acknowledgments. */
  async goesOn(after: string): Promise<void> {
    const goal = this.acknowledged + headway;
    await waitForTakeover(`work after ${after}`, () => this.acknowledged >= goal || undefined);
  }

  /** Waits until some things are refused. */
  async isRefused(after: string): Promise<void> {
    const goal = this.refused + refusals;
    await waitForTakeover(`refusals after ${after}`, () => this.refused >= goal || undefined);
  }

  /** Ends when everything begun has an answer. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.doing);
    this.noteSilence();
  }

  private async work(): Promise<void> {
    while (!this.isOver) {
      const isDone = await this.act((this.number += 1));
      if (isDone) {
        this.acknowledged += 1;
        this.noteSilence();
        continue;
      }
      this.refused += 1;
      // Refused clients wait a little.
      await pause(100);
    }
  }

  private noteSilence(): void {
    const time = performance.now();
    this.longestSilence = Math.max(this.longestSilence, time - this.lastAcknowledgment);
    this.lastAcknowledgment = time;
  }
}
