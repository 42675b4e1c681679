import type { Logger } from '../logging';
import type { ProviderSessionService } from './provider-session.service';

const batchSize = 100;

/**
 * Seals the tokens of providers with the first key of the settings once a process starts, so that an earlier key can be
 * taken out of them. Any number of processes may do so at the same time.
 */
export class TokenSealing {
  private stopped = false;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly sessions: ProviderSessionService,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.work = this.sealAll().catch((error: unknown) =>
      this.log.error({ error }, 'tokens of providers could not be sealed anew'),
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async sealAll(): Promise<void> {
    while (!this.stopped && (await this.sessions.sealAnew(batchSize)) > 0);
  }
}
