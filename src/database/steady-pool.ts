import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolConnection } from 'mysql2';

const maximumAttempts = 5;

/** Milliseconds; the pauses differ, so that many who wait do not come back together. */
const longestPause = 200;

type Callback = Parameters<Pool['getConnection']>[0];

/** What connecting may fail with although the database is there: it, or this process, was too slow to shake hands. */
const isTransient = ({ code }: NodeJS.ErrnoException): boolean =>
  ['ETIMEDOUT', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST'].includes(code ?? '');

/**
 * Makes a pool try again to connect. A pool grows when much is asked at once, which is when the process is busiest: a
 * handshake takes several turns of its event loop. Nothing was asked over a connection that did not come about, so
 * trying again is safe; else whoever happened to need one more connection would be told of an internal error.
 */
export function steadyPool(pool: Pool): Pool {
  const connect = pool.getConnection.bind(pool);
  const tryToConnect = (callback: Callback, attempt: number): void =>
    connect((error, connection: PoolConnection) => {
      if (error && isTransient(error) && attempt < maximumAttempts) {
        void pause(Math.random() * longestPause).then(() => tryToConnect(callback, attempt + 1));
      } else callback(error, connection);
    });
  pool.getConnection = (callback: Callback) => tryToConnect(callback, 1);
  return pool;
}
