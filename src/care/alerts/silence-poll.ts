import type { AlertEvaluator } from './alert-evaluator';
import type { AlertWatches } from './alert-watches';

const takenAtOnce = 50;

/** Looks for accounts whose data has stopped arriving. */
export class SilencePoll {
  constructor(
    private readonly watches: AlertWatches,
    private readonly evaluator: AlertEvaluator,
  ) {}

  /** Checks everything that is due, or until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const taken = await this.watches.take('silenceTime', takenAtOnce);
      if (taken.length === 0) return;
      await this.evaluator.evaluate('silenceTime', taken);
    }
  }
}
