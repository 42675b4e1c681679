import type { Logger } from '../logging';
import type { MessageService } from './message.service';

const interval = 3_600_000;

/** Deletes removed messages for good, every hour. Any number of processes may do so at the same time. */
export class MessagePurge {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly messages: MessageService,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.run(), interval);
    this.run();
  }

  /** Lets the deletion that is under way end. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private run(): void {
    this.round = this.round
      .then(() => this.messages.purge())
      .then(
        () => undefined,
        (error: unknown) => this.log.error({ error }, 'removed messages could not be deleted'),
      );
  }
}
