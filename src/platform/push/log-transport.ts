import type { Logger } from '../logging';
import type { PushNotification, PushOutcome, PushTransport } from './push-transport';

/** Logs notifications, so that alerts can be tried without a phone. */
export class LogTransport implements PushTransport {
  constructor(private readonly log: Logger) {}

  send({ id, recipientId, kind }: PushNotification): Promise<PushOutcome> {
    this.log.info({ notification: id, recipientId, kind }, 'alert notification');
    return Promise.resolve({ isDelivered: true });
  }

  close(): void {
    // There is nothing to close.
  }
}
