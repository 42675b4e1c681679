import { createHash } from 'node:crypto';
import { now } from '../clock';
import { ApiError, badInput } from '../errors';
import { newRecordId } from '../ids';
import { WaitingRows } from '../write-behind/waiting-rows';
import type { MetricsEventEntity, MetricsKind } from './metrics-event.entity';

/** What a client reports. */
export interface ReportedEvent {
  kind: MetricsKind;
  /** Id of the account, or name of the server. */
  subject: string;
  eventName: string;
  attributes: Record<string, unknown>;
}

/** Characters of an event, its attributes as JSON; an address of 8 KiB always fits. */
const largestEvent = 64 * 1024;

const mostWaiting = 10_000;

/** Takes events in. Nobody is made to wait for a statistic, or to send it again. */
export class MetricsService {
  /** Events that are not stored yet. */
  readonly waiting = new WaitingRows<MetricsEventEntity>(mostWaiting);

  /** `salt` keeps hashes from being looked up by whoever knows all ids. */
  constructor(private readonly salt: string) {}

  /** Takes an event in. Throws when its name is empty, or when it is too large. */
  record({ kind, subject, eventName, attributes }: ReportedEvent): void {
    if (eventName === '') throw badInput('An event needs a name.');
    if (eventName.length + JSON.stringify(attributes).length > largestEvent)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'The event is too large.');
    this.waiting.add({
      receivedTime: now(),
      id: newRecordId(),
      kind,
      subjectHash: this.hash(subject),
      eventName,
      attributes,
    });
  }

  private hash(subject: string): string {
    return createHash('sha1')
      .update(this.salt + subject)
      .digest('hex')
      .slice(0, 10);
  }
}
