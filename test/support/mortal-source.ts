import type { DataSource, QueryRunner } from 'typeorm';

/** What the statements of a process fail with that is dead. */
export class ProcessKilledError extends Error {}

/**
 * Lets what runs on `source` die as a killed process does: a statement is still carried out, its answer reaches nobody, and no
 * other statement follows. The server gives up what was not committed.
 *
 * @param diesAt asked after each statement, those of transactions included
 */
export function makeMortal(
  source: DataSource,
  diesAt: (sql: string, parameters: unknown[]) => boolean,
): void {
  const known = new WeakSet<QueryRunner>();
  const create = source.createQueryRunner.bind(source);
  let isDead = false;
  source.createQueryRunner = (mode) => {
    const runner = create(mode);
    if (known.has(runner)) return runner;
    known.add(runner);
    const query = runner.query.bind(runner) as (...all: unknown[]) => Promise<unknown>;
    const mortal = async (sql: string, parameters: unknown[] = [], structured = false) => {
      if (isDead) throw new ProcessKilledError();
      const result = await query(sql, parameters, structured);
      if (!diesAt(sql, parameters)) return result;
      isDead = true;
      await cutOff(runner);
      throw new ProcessKilledError();
    };
    return Object.assign(runner, { query: mortal });
  };
}

async function cutOff(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect()) as { destroy?(): void; close?(): void };
  if (connection.destroy) connection.destroy();
  else connection.close?.();
}
