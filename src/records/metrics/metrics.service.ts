import { createHash } from 'node:crypto';
import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { now } from '../../platform/clock';
import { exactly } from '../../platform/database/exact-text';
import { ApiError, badInput } from '../../platform/errors';
import { newRecordId } from '../../platform/ids';
import { WaitingRows } from '../../platform/write-behind/waiting-rows';
import type { Database } from '../../platform/database/database';
import type { AnonymousEvents } from './anonymous-events';
import { MetricsEventEntity, type MetricsKind } from './metrics-event.entity';

/** The report of a client. */
export interface ReportedEvent {
  kind: MetricsKind;
  /** Id of the account, or name of the server. */
  subject: string;
  eventName: string;
  attributes: Record<string, unknown>;
}

/** Filters of events; absent fields do not filter. Times are in milliseconds since the epoch. */
export interface MetricsFilter {
  kind?: MetricsKind;
  eventName?: string;
  /** Id of the account, or name of the server. */
  subject?: string;
  /** Only events at this instant or later. */
  from?: number;
  /** Only events before this instant. */
  to?: number;
}

/** Maximum size of an event, with its attributes as JSON; a URL of 8 KiB always fits. */
const largestEvent = 64 * 1024;

const mostWaiting = 10_000;

/** Accepts events. Nobody has to wait for a statistic, or to send it again. */
export class MetricsService {
  /** Events not stored yet. */
  readonly waiting = new WaitingRows<MetricsEventEntity>(mostWaiting);

  /** `salt` prevents hashes from being looked up by someone who knows all ids. */
  constructor(
    private readonly database: Database,
    private readonly salt: string,
    private readonly anonymous: AnonymousEvents,
  ) {}

  /** Accepts an event. Throws when its name is empty, or when it is too large. */
  record(event: ReportedEvent): void {
    this.waiting.add(this.checked(event));
  }

  /** `record` without a token. Events above the limit of a network are dropped: nobody should resend them. */
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

  /** Stored events, newest first. They are scanned in time order: filter by time if there are many. */
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
