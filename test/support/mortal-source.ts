import type { DataSource, QueryRunner } from 'typeorm';

/** What the statements of a process fail with that is dead. */
export class ProcessKilledError extends Error {}

type Query = (sql: string, parameters?: unknown[], structured?: boolean) => Promise<unknown>;

/** Puts something around every statement of `source`, those of transactions included. */
function surroundStatements(
  source: DataSource,
  surround: (query: Query, runner: QueryRunner) => Query,
): void {
  const known = new WeakSet<QueryRunner>();
  const create = source.createQueryRunner.bind(source);
  source.createQueryRunner = (mode) => {
    const runner = create(mode);
    if (known.has(runner)) return runner;
    known.add(runner);
    return Object.assign(runner, { query: surround(runner.query.bind(runner) as Query, runner) });
  };
}

/**
 * Lets what runs on `source` die as a killed process does: a statement is still carried out, its answer reaches nobody, and no
 * other statement follows. The server gives up what was not committed.
 *
 * @param diesAt asked after each statement
 */
export function makeMortal(
  source: DataSource,
  diesAt: (sql: string, parameters: unknown[]) => boolean,
): void {
  let isDead = false;
  surroundStatements(source, (query, runner) => async (sql, parameters = [], structured) => {
    if (isDead) throw new ProcessKilledError();
    const result = await query(sql, parameters, structured);
    if (!diesAt(sql, parameters)) return result;
    isDead = true;
    await cutOff(runner);
    throw new ProcessKilledError();
  });
}

async function cutOff(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect()) as { destroy?(): void; close?(): void };
  if (connection.destroy) connection.destroy();
  else connection.close?.();
}

/** Where a process has been halted. */
export interface Halt {
  /** Resolves when it is there. */
  reached: Promise<void>;
  goOn(): void;
}

/** Halts what runs on `source` right after a statement, as a machine does that sleeps for a while. */
export function haltAfter(source: DataSource, statement: RegExp): Halt {
  let goOn = () => {};
  const goneOn = new Promise<void>((resolve) => (goOn = resolve));
  const reached = new Promise<void>((resolve) => {
    surroundStatements(source, (query) => async (sql, parameters, structured) => {
      const result = await query(sql, parameters, structured);
      if (!statement.test(sql)) return result;
      resolve();
      await goneOn;
      return result;
    });
  });
  return { reached, goOn };
}
