import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { placeholders } from '../placeholders';

/** Number of turns. Two rows that share a turn wait for each other unnecessarily. */
export const turnCount = 1024;

/**
 * Makes row locks effective across the nodes of a Galera cluster until the transaction ends. Such locks are local to
 * a node; at the commit, nodes compare only written rows. So each lock writes a row of `row_turns`: of two
 * transactions on different nodes that take the same turn, the second to commit fails and starts over.
 *
 * @param keys of the locked rows; all code that locks a row must use the same key
 */
export async function takeTurns(manager: EntityManager, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const ids = [...new Set(keys.map(findTurn))];
  await manager.query(`UPDATE row_turns SET turn = turn + 1 WHERE id IN (${placeholders(ids)})`, ids);
}

/** The turn of a row. */
const findTurn = (key: string): number =>
  createHash('sha256').update(key).digest().readUInt16BE() % turnCount;
