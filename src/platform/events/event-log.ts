import type { EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import type { Dialect } from '../database/dialect';
import { placeholders } from '../database/placeholders';
import { EventEntity } from './event.entity';
import type { Place } from './event-place';
import { accountChannels } from './topic';

/** An event to store. */
export interface NewEvent {
  channel: string;
  payload: object;
  mention: string | null;
}

/** An event with its place in the log. */
export interface LoggedEvent extends Place {
  channel: string;
  /** Null if its content was deleted because it named a deleted account. */
  payload: object | null;
}

/** A row as returned by drivers: 64-bit numbers may be strings. */
interface Row {
  id: number | string;
  position: number | string;
  channel: string;
  payload: string | null;
  created_time: number | string;
}

/** Few enough for one statement in both dialects. */
const storedAtOnce = 500;

const purgedAtOnce = 500;

/** Before all events. */
const beginning: Place = { position: -1, id: 0, createdTime: 0 };

const columns = 'id, position, channel, payload, created_time';

/** How each dialect continues from a place. */
const onwards: Record<Dialect, { after: string; parameters: (place: Place) => number[]; order: string }> = {
  sqlite: { after: 'id > ?', parameters: ({ id }) => [id], order: 'id' },
  mysql: {
    after: '((position = ? AND id > ?) OR position > ?)',
    parameters: ({ position, id }) => [position, id, position],
    order: 'position, id',
  },
};

/**
 * The event log. An event is stored in the transaction of its change. A reader that follows the log from a place
 * gets every committed event exactly once, however transactions overlap: on SQLite transactions are serialized, and
 * on MySQL events get their place after the commit (`EventOrder`).
 */
export class EventLog {
  /** @param lifetime milliseconds that events are kept */
  constructor(
    private readonly database: Database,
    private readonly lifetime: number,
  ) {}

  /** Stores events in the transaction of `manager`. */
  async append(manager: EntityManager, events: readonly NewEvent[]): Promise<void> {
    const position = this.database.dialect === 'sqlite' ? 0 : null;
    const createdTime = now();
    for (let start = 0; start < events.length; start += storedAtOnce) {
      const part = events.slice(start, start + storedAtOnce);
      await manager.query(
        `INSERT INTO events (position, channel, mention, payload, created_time)
         VALUES ${part.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
        part.flatMap(({ channel, mention, payload }) => [
          position,
          channel,
          mention,
          JSON.stringify(payload),
          createdTime,
        ]),
      );
    }
  }

  /** The place of the last event. There is always one. */
  async end(): Promise<Place> {
    const { order } = onwards[this.database.dialect];
    const descending = order.replaceAll(/\w+/g, '$& DESC');
    const [row] = await this.rows(`WHERE position IS NOT NULL ORDER BY ${descending} LIMIT 1`, []);
    if (!row) throw new Error('The event log has lost its last event.');
    return row;
  }

  /** The place of an event; undefined if it no longer exists, or never did. */
  async find({ id, createdTime }: Pick<Place, 'id' | 'createdTime'>): Promise<Place | undefined> {
    const which = 'WHERE id = ? AND created_time = ? AND position IS NOT NULL';
    const [row] = await this.rows(which, [id, createdTime]);
    return row;
  }

  /** The next events after a place, of some channels or of all. */
  after(place: Place, size: number, channels?: readonly string[]): Promise<LoggedEvent[]> {
    const { after, parameters, order } = onwards[this.database.dialect];
    const ofChannels = channels ? `channel IN (${placeholders(channels)}) AND` : '';
    return this.rows(`WHERE ${ofChannels} ${after} ORDER BY ${order} LIMIT ${size}`, [
      ...(channels ?? []),
      ...parameters(place),
    ]);
  }

  private async rows(which: string, parameters: (string | number)[]): Promise<LoggedEvent[]> {
    const rows = await this.database.plain.rows<Row>(`SELECT ${columns} FROM events ${which}`, parameters);
    return rows.map(({ id, position, channel, payload, created_time: createdTime }) => ({
      id: Number(id),
      position: Number(position),
      channel,
      payload: payload === null ? null : (JSON.parse(payload) as object),
      createdTime: Number(createdTime),
    }));
  }

  /**
   * Deletes the events of a deleted account. Events of other accounts that name it keep their place, so that later
   * readers learn that something is missing.
   */
  async forgetAccount(userId: string): Promise<void> {
    const channels = accountChannels(userId);
    await this.database.transaction(async (manager) => {
      await manager.query(`DELETE FROM events WHERE channel IN (${placeholders(channels)})`, channels);
      await manager.query('UPDATE events SET payload = NULL, mention = NULL WHERE mention = ?', [userId]);
    });
  }

  /**
   * Deletes expired events from the beginning of the log, except the last one. If a reader finds an event in the
   * log, it therefore finds everything after it.
   */
  async purge(isStopped: () => boolean): Promise<void> {
    const last = await this.end();
    const limit = now() - this.lifetime;
    while (!isStopped()) {
      const oldest = await this.after(beginning, purgedAtOnce);
      const kept = oldest.findIndex(({ id, createdTime }) => createdTime >= limit || id === last.id);
      const ids = oldest.slice(0, kept === -1 ? undefined : kept).map(({ id }) => id);
      if (ids.length > 0) await this.database.transaction((manager) => manager.delete(EventEntity, ids));
      if (ids.length < purgedAtOnce) return;
    }
  }
}
