import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolConnection } from 'mysql2';

const maximumAttempts = 5;

/** Milliseconds. The pauses vary, so that waiting callers do not come back together. */
const longestPause = 200;

type Callback = Parameters<Pool['getConnection']>[0];

/** Connection errors that occur although the database is up: it, or this process, was too slow for the handshake. */
const isTransient = ({ code }: NodeJS.ErrnoException): boolean =>
  ['ETIMEDOUT', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST', 'HANDSHAKE_SSL_ERROR'].includes(code ?? '');

/**
 * Makes a pool retry failed connection attempts. A pool grows under load, which is when the process is busiest, and
 * a handshake takes several turns of its event loop. Nothing was sent over a connection that failed, so retrying is
 * safe. Otherwise the request that needed one more connection would fail with an internal error.
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
