import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { placeholders } from '../database/placeholders';

/** Few enough for one statement. */
const placedAtOnce = 1_000;

const waiting = `SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT`;

/**
 * Assigns places to committed events. On MySQL ids are assigned before the commit, so a transaction with a lower id
 * may be committed later; on a cluster each node assigns its own ids. A reader following ids alone would miss such
 * events. So events get their places in a separate transaction, which sees only committed events and runs in one
 * process at a time. All events placed together share a position and are ordered by id.
 */
export class EventOrder {
  constructor(private readonly database: Database) {}

  /** Places all events committed so far. */
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
    // Pending events are queried under the lock, because its previous holder has placed what it saw.
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
