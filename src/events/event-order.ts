import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { placeholders } from '../database/placeholders';

/** Few enough for one statement. */
const placedAtOnce = 1_000;

const waiting = `SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT`;

/**
 * Gives committed events their places. On MySQL an id is taken before the commit, and a transaction with a lower id may
 * be committed later; on a cluster each node gives ids of its own. Whoever read by ids alone would miss such events. So
 * events are placed in a transaction of its own, which sees only what is committed, and which one process carries out at a
 * time. All that it places get the same position, and stand in the order of their ids there.
 */
export class EventOrder {
  constructor(private readonly database: Database) {}

  /** Places all events that are committed by now. */
  async placeAll(): Promise<void> {
    if (this.database.dialect === 'sqlite') return;
    while (await this.hasWaiting()) {
      const placed = await this.database.transaction((manager) => this.placeSome(manager));
      if (placed < placedAtOnce) return;
    }
  }

  private async hasWaiting(): Promise<boolean> {
    const rows = await this.database.plain.rows(`${waiting} 1`, []);
    return rows.length > 0;
  }

  private async placeSome(manager: EntityManager): Promise<number> {
    // What waits is looked for under the lock: whoever had it before has placed what it saw.
    const [{ position }]: [{ position: number | string }] = await manager.query(
      'SELECT position FROM event_order WHERE id = 1 FOR UPDATE',
    );
    const rows: { id: number | string }[] = await manager.query(`${waiting} ${placedAtOnce}`);
    if (rows.length === 0) return 0;
    const next = Number(position) + 1;
    const ids = rows.map(({ id }) => id);
    await manager.query(`UPDATE events SET position = ? WHERE id IN (${placeholders(ids)})`, [next, ...ids]);
    await manager.query('UPDATE event_order SET position = ? WHERE id = 1', [next]);
    return rows.length;
  }
}
