import type { AlertEvaluator } from './alert-evaluator';
import type { AlertWatches } from './alert-watches';

const takenAtOnce = 50;

/** Looks for people whose data have stopped arriving. */
export class SilencePoll {
  constructor(
    private readonly watches: AlertWatches,
    private readonly evaluator: AlertEvaluator,
  ) {}

  /** Looks at all that are to be looked at now, or until the signal comes. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const taken = await this.watches.take('silenceTime', takenAtOnce);
      if (taken.length === 0) return;
      await this.evaluator.evaluate('silenceTime', taken);
    }
  }
}
