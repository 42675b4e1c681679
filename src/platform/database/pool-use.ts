import type { Pool } from 'mysql2';

/** How many connections are in use and idle, and how many callers wait for one. */
export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
}

interface Counted {
  length: number;
}

/** Private parts of the driver. */
interface Innards {
  _allConnections: Counted;
  _freeConnections: Counted;
  _connectionQueue: Counted;
}

/** The use of several pools together. */
export function poolUse(pools: readonly Pool[]): PoolUse {
  const use = { used: 0, idle: 0, waiting: 0 };
  for (const pool of pools as unknown as Innards[]) {
    use.used += pool._allConnections.length - pool._freeConnections.length;
    use.idle += pool._freeConnections.length;
    use.waiting += pool._connectionQueue.length;
  }
  return use;
}
