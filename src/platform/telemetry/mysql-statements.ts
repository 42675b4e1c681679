import type { Pool, PoolConnection } from 'mysql2';
import { beginCall, endStatement } from './calls';
import { inThisTrace } from './tracing';

type Callback = (error: unknown, ...results: unknown[]) => void;

/** A statement as a pool hands it to a connection. Its text has placeholders until the connection formats it. */
interface Command {
  sql: string;
  onResult?: Callback;
}

type Query = (statement: string | Command, ...rest: unknown[]) => unknown;

/**
 * Measures the statements of a connection. The diagnostics channel of the driver would tell them with all values in
 * them.
 */
export function observeConnection(connection: PoolConnection): void {
  const query = connection.query.bind(connection) as unknown as Query;
  const observed: Query = (statement, ...rest) => {
    const sql = typeof statement === 'string' ? statement : statement.sql;
    const call = beginCall();
    const ending =
      (callback: Callback): Callback =>
      (error, ...results) => {
        endStatement(call, 'mysql', sql, error ?? undefined);
        callback(error, ...results);
      };
    const last = rest.at(-1);
    if (typeof last === 'function') return query(statement, ...rest.slice(0, -1), ending(last as Callback));
    if (typeof statement !== 'string' && statement.onResult)
      statement.onResult = ending(statement.onResult.bind(statement));
    return query(statement, ...rest);
  };
  connection.query = observed as unknown as PoolConnection['query'];
}

/** A caller who had to wait for a connection continues in its own trace, not in that of whoever gave it back. */
export function keepTraces(pool: Pool): void {
  const connect = pool.getConnection.bind(pool);
  pool.getConnection = (callback) => connect(inThisTrace(callback));
}
