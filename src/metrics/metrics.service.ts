import { createHash } from 'node:crypto';
import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { now } from '../clock';
import { exactly } from '../database/exact-text';
import { ApiError, badInput } from '../errors';
import { newRecordId } from '../ids';
import { WaitingRows } from '../write-behind/waiting-rows';
import type { Database } from '../database/database';
import type { AnonymousEvents } from './anonymous-events';
import { MetricsEventEntity, type MetricsKind } from './metrics-event.entity';

/** What a client reports. */
export interface ReportedEvent {
  kind: MetricsKind;
  /** Id of the account, or name of the server. */
  subject: string;
  eventName: string;
  attributes: Record<string, unknown>;
}

/** Which events are wanted; what is absent does not narrow. Times are in milliseconds since the epoch. */
export interface MetricsFilter {
  kind?: MetricsKind;
  eventName?: string;
  /** Id of the account, or name of the server. */
  subject?: string;
  /** Only events of this instant or later. */
  from?: number;
  /** Only earlier events. */
  to?: number;
}

/** Characters of an event, its attributes as JSON; an address of 8 KiB always fits. */
const largestEvent = 64 * 1024;

const mostWaiting = 10_000;

/** Takes events in. Nobody is made to wait for a statistic, or to send it again. */
export class MetricsService {
  /** Events that are not stored yet. */
  readonly waiting = new WaitingRows<MetricsEventEntity>(mostWaiting);

  /** `salt` keeps hashes from being looked up by whoever knows all ids. */
  constructor(
    private readonly database: Database,
    private readonly salt: string,
    private readonly anonymous: AnonymousEvents,
  ) {}

  /** Takes an event in. Throws when its name is empty, or when it is too large. */
  record(event: ReportedEvent): void {
    this.waiting.add(this.checked(event));
  }

  /** `record` for somebody without a token. What is too much of one network is dropped: nobody shall send it again. */
  async recordAnonymous(event: ReportedEvent, address: string): Promise<void> {
    const row = this.checked(event);
    if (await this.anonymous.admit(address)) this.waiting.add(row);
  }

  private checked({ kind, subject, eventName, attributes }: ReportedEvent): MetricsEventEntity {
    if (eventName === '') throw badInput('An event needs a name.');
    if (eventName.length + JSON.stringify(attributes).length > largestEvent)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'The event is too large.');
    return {
      receivedTime: now(),
      id: newRecordId(),
      kind,
      subjectHash: this.hash(subject),
      eventName,
      attributes,
    };
  }

  /** Stores events. For their writer. */
  readonly store = (events: readonly MetricsEventEntity[]): Promise<void> =>
    this.database.insert(MetricsEventEntity, events);

  /** Stored events, newest first. They lie in the order of their time, which is walked: narrow by it where there are many. */
  list(
    { from, to, kind, eventName, subject }: MetricsFilter,
    skip: number,
    take: number,
  ): Promise<MetricsEventEntity[]> {
    const times = [
      ...(from === undefined ? [] : [MoreThanOrEqual(from)]),
      ...(to === undefined ? [] : [LessThan(to)]),
    ];
    return this.database.reader.find(MetricsEventEntity, {
      where: {
        ...(times.length > 0 && { receivedTime: And(...times) }),
        ...(kind && { kind }),
        ...(eventName !== undefined && { eventName: exactly([eventName]) }),
        ...(subject !== undefined && { subjectHash: this.hash(subject) }),
      },
      order: { receivedTime: 'DESC', id: 'DESC' },
      skip,
      take,
    });
  }

  private hash(subject: string): string {
    return createHash('sha1')
      .update(this.salt + subject)
      .digest('hex')
      .slice(0, 10);
  }
}
