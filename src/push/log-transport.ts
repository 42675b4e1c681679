import type { Logger } from '../logging';
import type { PushNotification, PushOutcome, PushTransport } from './push-transport';

/** Writes to the log that there is a notification, so that alerts can be tried without a phone. */
export class LogTransport implements PushTransport {
  constructor(private readonly log: Logger) {}

  send({ id, recipientId, kind }: PushNotification): Promise<PushOutcome> {
    this.log.info({ notification: id, recipientId, kind }, 'notification of an alert');
    return Promise.resolve({ isDelivered: true });
  }

  close(): void {
    // Nothing is open.
  }
}
