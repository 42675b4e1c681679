import type { MigrationInterface, QueryRunner } from 'typeorm';
import { insistOnTable, type ReportHeldTable } from './held-tables';
import type { MigrationLock } from './migration-lock';
import { noteFinished, rollBack } from './migration-tables';
import { classifyStatement, saysThatItIsDone } from './statement-kind';

/**
 * Runs one migration on MySQL, which commits each schema change separately, so that it can be interrupted anywhere
 * and started again.
 *
 * A migration consists of steps. Steps 1, 3, 5 … are its schema changes. Steps 0, 2, 4 … are the row changes before,
 * between and after them; each of these is one transaction, which also records that it is done. Schema changes must
 * not depend on the content of tables, so that a step is the same when the migration is repeated.
 *
 * `reached` is the first step that may not be done. It is recorded before a schema change, so this change may have
 * happened, or may still be running on the server: when it is repeated, an error that says so is accepted.
 */
export class StepwiseMigration {
  private changes = 0;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly lock: MigrationLock,
    private readonly reportHeld: ReportHeldTable,
    private readonly name: string,
    private readonly reached: number,
    private readonly unrecorded: boolean,
  ) {}

  /** Runs the rest of `migration` and records that it is finished. */
  static async carryOut(
    migration: MigrationInterface & { name: string },
    runner: QueryRunner,
    lock: MigrationLock,
    reportHeld: ReportHeldTable,
  ): Promise<void> {
    const { name } = migration;
    await runner.query('INSERT IGNORE INTO migration_steps (name, reached, unrecorded) VALUES (?, 0, 0)', [
      name,
    ]);
    const [row] = (await runner.query('SELECT reached, unrecorded FROM migration_steps WHERE name = ?', [
      name,
    ])) as { reached: number; unrecorded: number }[];
    const steps = new StepwiseMigration(
      runner,
      lock,
      reportHeld,
      name,
      row?.reached ?? 0,
      row?.unrecorded === 1,
    );
    try {
      await migration.up(steps.observedRunner());
      await steps.finish();
    } catch (error) {
      await rollBack(runner);
      throw error;
    }
  }

  /** The runner passed to the migration; its statements go through here. */
  private observedRunner(): QueryRunner {
    const query = (sql: string, parameters?: unknown[]) => this.query(sql, parameters);
    return Object.create(this.runner, { query: { value: query } }) as QueryRunner;
  }

  private async query(sql: string, parameters: unknown[] = []): Promise<unknown> {
    const kind = classifyStatement(sql);
    if (kind === 'read') return this.runner.query(sql, parameters);
    if (kind === 'rows') return this.changeRows(sql, parameters);
    return this.changeTable(sql);
  }

  private async changeRows(sql: string, parameters: unknown[]): Promise<void> {
    if (2 * this.changes < this.reached) return;
    await this.begin();
    await this.execute(sql, parameters, this.unrecorded);
  }

  private async changeTable(sql: string): Promise<void> {
    const step = 2 * this.changes + 1;
    this.changes += 1;
    if (step < this.reached) return;
    await this.begin();
    await this.lock.renew(this.runner);
    await this.runner.query('UPDATE migration_steps SET reached = ? WHERE name = ?', [step, this.name]);
    await this.runner.commitTransaction();
    const mayBeDone = this.unrecorded || step === this.reached;
    const change = async () => {
      // While this process waited, another one may have taken over and changed more.
      await this.lock.renew(this.runner);
      await this.execute(sql, [], mayBeDone);
    };
    await insistOnTable(this.runner, sql, change, this.reportHeld);
  }

  private async execute(sql: string, parameters: unknown[], mayBeDone: boolean): Promise<void> {
    try {
      await this.runner.query(sql, parameters);
    } catch (error) {
      if (!mayBeDone || !saysThatItIsDone(sql, error)) throw error;
    }
  }

  private async finish(): Promise<void> {
    await this.begin();
    await this.lock.renew(this.runner);
    await noteFinished(this.runner, this.name);
    await this.runner.query('DELETE FROM migration_steps WHERE name = ?', [this.name]);
    await this.runner.commitTransaction();
  }

  /** Continues the transaction of this step, if there is one. */
  private async begin(): Promise<void> {
    if (!this.runner.isTransactionActive) await this.runner.startTransaction('READ COMMITTED');
  }
}
