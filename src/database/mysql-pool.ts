import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { ServerAddress } from './cluster/addresses';
import { ClusterPool, type TellOfServer } from './cluster/cluster-pool';
import { steadyPool } from './steady-pool';

/** How connections to MySQL are kept. */
export interface ConnectionOptions {
  /** Reads on a Galera cluster wait until their node has all that others had written before; true when left out. */
  syncWait?: boolean;
  /** Called with the server of the moment, when there are several. */
  tellOfServer?: TellOfServer;
}

/**
 * Whoever has been answered by one process may ask another one next, which may be at another node of a cluster: nodes
 * hear of a change at once but show it a moment later. 1 stands for reads and for the beginning of a transaction.
 */
const waitForOthers = 'SET SESSION wsrep_sync_wait = 1';

/**
 * Connections to one server, or to the one of several that is used at the moment.
 *
 * @param addresses of servers that hold the same data, the one that is preferred first
 */
export function openPool(
  options: PoolOptions,
  addresses: readonly ServerAddress[],
  { syncWait = true, tellOfServer }: ConnectionOptions,
): Pool | ClusterPool {
  const prepare = (connection: PoolConnection): void => {
    // MariaDB knows this whether it is a node or not, MySQL does not.
    if (syncWait) connection.query(waitForOthers, () => undefined);
  };
  if (addresses.length > 1) return new ClusterPool(options, addresses, prepare, tellOfServer);
  const pool = steadyPool(createPool(options));
  pool.on('connection', prepare);
  return pool;
}
