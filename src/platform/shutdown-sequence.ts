import type { Logger } from './logging';
import { within } from './within';

/**
 * Stops the parts of a process, one after the other. A part that fails, or exceeds its limit, is logged and
 * abandoned. It must not keep the others from stopping, and every part tolerates being killed halfway.
 */
export class ShutdownSequence {
  constructor(private readonly log: Logger) {}

  /** @param limit milliseconds that this part may take */
  async end(part: string, limit: number, stop: () => Promise<unknown>): Promise<void> {
    try {
      if (!(await within(limit, stop()))) this.log.warn({ part }, 'did not end in time and is abandoned');
    } catch (error) {
      this.log.error({ part, error }, 'could not be ended');
    }
  }
}
