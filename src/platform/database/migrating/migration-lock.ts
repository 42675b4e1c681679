import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Dialect } from '../dialect';
import { isTransient } from '../transient';
import { lockName } from './migration-tables';

/** Another process considered this one dead and is migrating now. */
export class MigrationTakenOverError extends Error {
  constructor() {
    super(
      'Another process has taken over the migration of the database, because this one seemed to have died.',
    );
  }
}

/** Milliseconds between two attempts to get the lock. */
const pauseBetweenLooks = 250;

/** Milliseconds since the epoch by the clock of the database, which all processes share. */
const now: Record<Dialect, string> = {
  mysql: 'UNIX_TIMESTAMP() * 1000',
  sqlite: "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
};

/**
 * The right to migrate: a row with an owner and a lease, which also works on a cluster (`GET_LOCK` is local to a
 * node). The lock of a killed process lasts until its lease expires.
 *
 * That nothing is done twice does not depend on the lease or any clock: an owner records its progress in
 * transactions with `renew`, which fails when there is another owner.
 */
export class MigrationLock {
  private readonly owner = randomUUID();

  /** @param lease seconds after the last renewal for which an owner counts as alive */
  constructor(
    private readonly source: DataSource,
    private readonly dialect: Dialect,
    private readonly lease: number,
  ) {}

  /** Runs `work` under the lock. Waits while others hold it. */
  async during(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
    while (!(await this.tryToTake(runner))) await pause(pauseBetweenLooks);
    // SQLite has one connection for writing, which the migrations occupy; nobody else writes in the meantime.
    const renewing =
      this.dialect === 'mysql' ? setInterval(() => this.renewBeside(), this.lease * 250) : undefined;
    try {
      await work();
    } finally {
      clearInterval(renewing);
      await this.release(runner);
    }
  }

  /** Extends the lease. Throws when the lock is lost; the transaction of `runner` must then be rolled back. */
  async renew(runner: QueryRunner): Promise<void> {
    const { affected } = await runner.query(
      `UPDATE migration_lock SET expires_time = ${this.end} WHERE name = ? AND owner = ?`,
      [lockName, this.owner],
      true,
    );
    if (affected !== 1) throw new MigrationTakenOverError();
  }

  /** Releases the lock. If this fails, the lease simply expires. */
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
      // Another process was faster, or is writing right now.
      if (isTransient(error)) return false;
      throw error;
    }
  }

  /** On a separate connection, because changing a large table occupies the other one for long. */
  private renewBeside(): void {
    const runner = this.source.createQueryRunner();
    this.renew(runner)
      // The next renewal may succeed; the next step finds out whether the lock is lost.
      .catch(() => {})
      .finally(() => void runner.release().catch(() => {}));
  }
}
