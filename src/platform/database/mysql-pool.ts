import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { keepTraces, observeConnection } from '../telemetry/mysql-statements';
import type { ServerAddress } from './cluster/addresses';
import { ClusterPool, type ReportServer } from './cluster/cluster-pool';
import { steadyPool } from './steady-pool';

/** How values are sent and read: times as UTC numbers, text as utf8mb4. */
export const typesOnTheWire = {
  charset: 'utf8mb4_bin',
  timezone: 'Z',
  supportBigNumbers: true,
  bigNumberStrings: false,
} as const;

/** Options of MySQL connections. */
export interface ConnectionOptions {
  /**
   * Whether reads on a Galera cluster wait until their node has applied earlier writes of the others; true by
   * default.
   */
  syncWait?: boolean;
  /** Called with the current server, if there are several. */
  reportServer?: ReportServer;
}

/**
 * After a response from one process, a client may ask another one on a different cluster node. Nodes learn of a
 * change at once but apply it a moment later. 1 covers reads and the start of transactions.
 */
const waitForOthers = 'SET SESSION wsrep_sync_wait = 1';

/**
 * The isolation of every transaction but snapshots, which set their own. As a property of the connection, it does not
 * cost each transaction a statement.
 */
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * Connections to a server, or to the current one of several.
 *
 * @param addresses of servers with the same data, in order of preference
 */
export function openPool(
  options: PoolOptions,
  addresses: readonly ServerAddress[],
  { syncWait = true, reportServer }: ConnectionOptions,
): Pool | ClusterPool {
  const prepare = (connection: PoolConnection): void => {
    observeConnection(connection);
    connection.query(isolation, (error) => {
      if (error) connection.destroy();
    });
    // MariaDB knows this setting, in a cluster or not; MySQL does not.
    if (syncWait) connection.query(waitForOthers, () => undefined);
  };
  if (addresses.length > 1) return new ClusterPool(options, addresses, prepare, reportServer);
  const pool = steadyPool(createPool(options));
  pool.on('connection', prepare);
  keepTraces(pool);
  return pool;
}
