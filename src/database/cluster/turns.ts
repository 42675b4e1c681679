import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { placeholders } from '../placeholders';

/** How many turns there are; two rows that share one wait for each other without need. */
export const turnCount = 1024;

/**
 * Makes locks on rows hold across the nodes of a Galera cluster until the transaction ends. Such locks are local to a node;
 * what nodes compare at the commit is what was written. So each lock writes a row of `row_turns`: of two transactions at
 * different nodes that take the same turn, the second one to commit is refused, and begins anew.
 *
 * @param keys of the locked rows: whoever locks the same row names it by the same key
 */
export async function takeTurns(manager: EntityManager, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const ids = [...new Set(keys.map(turnOf))];
  await manager.query(`UPDATE row_turns SET turn = turn + 1 WHERE id IN (${placeholders(ids)})`, ids);
}

/** The number of the turn of a row. */
export const turnOf = (key: string): number =>
  createHash('sha256').update(key).digest().readUInt16BE() % turnCount;
