import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Dialect } from '../dialect';
import { isTransient } from '../transient';
import { lockName } from './migration-tables';

/** Another process took this one for dead, and migrates now. */
export class MigrationTakenOverError extends Error {
  constructor() {
    super('Another process has taken over the migration of the database: this one seemed to have ended.');
  }
}

/** Milliseconds between two looks whether the lock is free. */
const pauseBetweenLooks = 250;

/** Milliseconds since the epoch, by the clock of the database: all processes see the same one. */
const now: Record<Dialect, string> = {
  mysql: 'UNIX_TIMESTAMP() * 1000',
  sqlite: "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
};

/**
 * The right to migrate: a row with an owner and a lease, which holds on a cluster, too (`GET_LOCK` is local to a node). A
 * process that was killed keeps the lock until its lease has run out.
 *
 * That nothing is done twice does not rest on the lease, nor on any clock: whatever an owner records, it records in a
 * transaction with `renew`, which fails when somebody else has become the owner.
 */
export class MigrationLock {
  private readonly owner = randomUUID();

  /** @param lease seconds after the last sign of life for which an owner is taken to be alive */
  constructor(
    private readonly source: DataSource,
    private readonly dialect: Dialect,
    private readonly lease: number,
  ) {}

  /** Does `work` under the lock. Waits for it as long as others hold it. */
  async during(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
    while (!(await this.tryToTake(runner))) await pause(pauseBetweenLooks);
    // SQLite has one connection for writing, which the migrations keep busy; nobody else writes meanwhile.
    const renewing =
      this.dialect === 'mysql' ? setInterval(() => this.renewBeside(), this.lease * 250) : undefined;
    try {
      await work();
    } finally {
      clearInterval(renewing);
      await this.release(runner);
    }
  }

  /** Extends the lease. Throws when the lock is lost; what the transaction of `runner` has done must be given up then. */
  async renew(runner: QueryRunner): Promise<void> {
    const { affected } = await runner.query(
      `UPDATE migration_lock SET expires_time = ${this.end} WHERE name = ? AND owner = ?`,
      [lockName, this.owner],
      true,
    );
    if (affected !== 1) throw new MigrationTakenOverError();
  }

  /** Lets the next one have the lock. When this fails, the lease runs out by itself. */
  private async release(runner: QueryRunner): Promise<void> {
    await runner
      .query('UPDATE migration_lock SET owner = NULL, expires_time = 0 WHERE name = ? AND owner = ?', [
        lockName,
        this.owner,
      ])
      .catch(() => {});
  }

  private get end(): string {
    return `${now[this.dialect]} + ${this.lease * 1000}`;
  }

  private async tryToTake(runner: QueryRunner): Promise<boolean> {
    try {
      const { affected } = await runner.query(
        `UPDATE migration_lock SET owner = ?, expires_time = ${this.end}
          WHERE name = ? AND (owner IS NULL OR expires_time <= ${now[this.dialect]})`,
        [this.owner, lockName],
        true,
      );
      return affected === 1;
    } catch (error) {
      // Somebody else was faster, or writes at this moment.
      if (isTransient(error)) return false;
      throw error;
    }
  }

  /** On a connection of its own: a change of a large table keeps the other one busy for long. */
  private renewBeside(): void {
    const runner = this.source.createQueryRunner();
    this.renew(runner)
      // The next renewal may succeed; whether the lock is lost is found out by the next step.
      .catch(() => {})
      .finally(() => void runner.release().catch(() => {}));
  }
}
