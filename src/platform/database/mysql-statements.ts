import type { EntityManager } from 'typeorm';

type Query = (sql: string, parameters?: unknown[], isStructured?: boolean) => Promise<unknown>;

/**
 * Sends a statement of a transaction only when those that are running have succeeded. A deadlock, for example, ends the
 * transaction; a statement that the connection has accepted by then would run on its own, and be stored whatever becomes of
 * the rest. It fails instead, with the error of the earlier one.
 */
export function sendOneByOne(manager: EntityManager): void {
  const runner = manager.queryRunner as { query: Query } | undefined;
  if (!runner) throw new Error('This is no transaction.');
  const send = runner.query.bind(runner);
  let newest: Promise<unknown> | undefined;
  runner.query = (sql, ...given) => {
    const sendThis = () => send(sql, ...given);
    const isRollback = sql.startsWith('ROLLBACK');
    const sent = newest ? newest.then(sendThis, isRollback ? sendThis : undefined) : sendThis();
    const forget = () => {
      if (newest === sent) newest = undefined;
    };
    newest = sent;
    sent.then(forget, forget);
    return sent;
  };
}
