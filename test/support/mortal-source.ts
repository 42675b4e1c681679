import type { DataSource, QueryRunner } from 'typeorm';

/** The error of statements in a dead process. */
export class ProcessKilledError extends Error {}

type Query = (sql: string, parameters?: unknown[], structured?: boolean) => Promise<unknown>;

/** Wraps every statement of `source`, including those of transactions. */
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
 * Simulates the death of a process on `source`: one statement is executed, its response is lost, and no other statement
 * follows. The server rolls back what was not committed.
 *
 * @param diesAt called after each statement
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

/** A point where a process is halted. */
export interface Halt {
  /** Resolves when it is reached. */
  reached: Promise<void>;
  goOn(): void;
}

/** Halts work on `source` right after a statement, like a machine that sleeps for a while. */
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
