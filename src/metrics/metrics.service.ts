import { createHash } from 'node:crypto';
import { now } from '../clock';
import { ApiError, badInput } from '../errors';
import { newRecordId } from '../ids';
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

/** So many events wait at most: more would mean that the database has been away for long. */
const mostWaiting = 10_000;

/** Takes events in. They wait in memory until the writer stores them, so that nobody waits for that. */
export class MetricsService {
  private readonly waiting: MetricsEventEntity[] = [];
  private listener: () => void = () => undefined;
  private lost = 0;

  /** `salt` keeps hashes from being looked up by whoever knows all ids. */
  constructor(private readonly salt: string) {}

  /** Calls `listener` whenever there is something to store. */
  onRecorded(listener: () => void): void {
    this.listener = listener;
  }

  /** Takes an event in. Throws when its name is empty, or when it is too large. */
  record({ kind, subject, eventName, attributes }: ReportedEvent): void {
    if (eventName === '') throw badInput('An event needs a name.');
    if (eventName.length + JSON.stringify(attributes).length > largestEvent)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'The event is too large.');
    if (this.waiting.length >= mostWaiting) {
      this.lost += 1;
      return;
    }
    this.waiting.push({
      receivedTime: now(),
      id: newRecordId(),
      kind,
      subjectHash: this.hash(subject),
      eventName,
      attributes,
    });
    this.listener();
  }

  private hash(subject: string): string {
    return createHash('sha1')
      .update(this.salt + subject)
      .digest('hex')
      .slice(0, 10);
  }

  /** Hands out some of the events that wait, oldest first. */
  take(count: number): MetricsEventEntity[] {
    return this.waiting.splice(0, count);
  }

  /** How many events were lost since the last time this was asked, because too many waited. */
  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}
