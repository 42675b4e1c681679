import type { Logger } from '../../platform/logging';
import type { ProviderSessionService } from './provider-session.service';

const batchSize = 100;

/**
 * Re-encrypts provider tokens with the first configured key at start-up, so that earlier keys can be removed. Any
 * number of processes can do so at the same time.
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
      this.log.error({ error }, 'provider tokens could not be re-encrypted'),
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
