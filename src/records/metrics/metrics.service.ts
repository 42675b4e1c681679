import { createHash } from 'node:crypto';
import { LessThan } from 'typeorm';
import { now } from '../../platform/clock';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { isOneOf } from '../../platform/database/exact-text';
import { readParts, withItemsById } from '../../platform/database/pages';
import { ApiError, badInput } from '../../platform/errors';
import { newRecordId } from '../../platform/ids';
import { refuse } from '../../platform/rules/finding';
import { findInfinite } from '../../platform/rules/infinite-numbers';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
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

/** Events, newest first. */
export const eventsOrder: ListOrder = {
  name: 'newest',
  keys: [
    { expression: 'received_time', kind: 'number', descending: true },
    { expression: 'id', kind: 'text', descending: true },
  ],
};

/** Maximum size of an event, with its attributes as JSON; a URL of 8 KiB always fits. */
const largestEvent = 64 * 1024;

const mostWaiting = 10_000;

/** Accepts events. Nobody has to wait for a statistic, or to send it again. */
export class MetricsService {
  /** Events not stored yet. */
  readonly waiting = new WaitingRows<MetricsEventEntity>(mostWaiting);

  /**
   * @param salt prevents hashes from being looked up by someone who knows all ids
   * @param retention milliseconds that events are kept
   */
  constructor(
    private readonly database: Database,
    private readonly salt: string,
    private readonly retention: number,
    private readonly anonymous: AnonymousEvents,
  ) {}

  /** Accepts an event. Throws when its name is empty, when it is too large, or when a number in it is. */
  record(event: ReportedEvent): void {
    this.waiting.add(this.checked(event));
  }

  /** `record` without a token. Events above the limit of a network are dropped: nobody should resend them. */
  async recordAnonymous(event: ReportedEvent, address: string): Promise<void> {
    const row = this.checked(event);
    if (await this.anonymous.admit(address)) this.waiting.add(row);
  }

  private checked({ kind, subject, eventName, attributes }: ReportedEvent): MetricsEventEntity {
    if (eventName === '') throw badInput('An event needs a name.').about('eventName');
    if (eventName.length + JSON.stringify(attributes).length > largestEvent)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'The event is too large.').about('attributes');
    refuse(findInfinite('/attributes', attributes));
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
  async list(filter: MetricsFilter, part: ListPart): Promise<Placed<MetricsEventEntity>[]> {
    const { from, to, kind, eventName, subject } = filter;
    const subjectHash = subject === undefined ? undefined : this.hash(subject);
    const conditions: [condition: string, value: string | number | undefined][] = [
      ['received_time >= ?', from],
      ['received_time < ?', to],
      ['kind = ?', kind],
      ['subject_hash = ?', subjectHash],
    ];
    const asked = [
      { sql: '1 = 1', parameters: [] },
      ...conditions.flatMap(([sql, value]) => (value === undefined ? [] : { sql, parameters: [value] })),
      ...(eventName === undefined ? [] : [isOneOf('event_name', [eventName])]),
    ];
    const source = {
      id: 'id',
      from: `FROM metrics_events WHERE ${asked.map(({ sql }) => sql).join(' AND ')}`,
      parameters: asked.flatMap(({ parameters }) => parameters),
    };
    const parts = await readParts(this.database.reader, [{ source, keys: eventsOrder.keys, part }]);
    // Events are stored by time: without it, their ids alone would be searched everywhere.
    const times = parts.flat().map(({ place }) => Number(place[0]));
    const ids = parts.flat().map(({ id }) => id);
    const events = await this.database.plain.find(MetricsEventEntity, { receivedTime: times, id: ids });
    const [found = []] = withItemsById(parts, events);
    return found;
  }

  /** Deletes old events. */
  purge(isStopped: () => boolean): Promise<void> {
    const where = { receivedTime: LessThan(now() - this.retention) };
    return deleteInBatches(this.database, MetricsEventEntity, where, isStopped);
  }

  private hash(subject: string): string {
    return createHash('sha1')
      .update(this.salt + subject)
      .digest('hex')
      .slice(0, 10);
  }
}
