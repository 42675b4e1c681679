import type { ReportProgress } from '../progress';
import type { Schema } from './data-source';
import type { ReportHeldTable } from './migrating/held-tables';
import type { ConnectionOptions } from './mysql-pool';
import type { ReplicaOptions } from './replicas/replicas';

/** How to open a database. */
export interface DatabaseOptions extends ConnectionOptions {
  schema: Schema;
  poolSize: number;
  /** Migrates an outdated schema. Otherwise an outdated database is refused. */
  migrate: boolean;
  /** Wraps the migrations, if any are pending; they may take long. */
  whileMigrating?: (work: () => Promise<void>) => Promise<void>;
  /** Told how many of the pending migrations are done. */
  reportMigrated?: ReportProgress;
  /** Told the MySQL table that a migration waits for, because a long transaction holds it. */
  reportHeldTable?: ReportHeldTable;
  /** Accepts a database that a later release has migrated. */
  allowNewer?: boolean;
  /** Accepts a database that lacks migrations, for a look at it; only with `migrate: false`. */
  allowOlder?: boolean;
  /**
   * Timeout in milliseconds for a MySQL database that does not respond (no timeout if absent), or for an SQLite file
   * locked by another process (some seconds if absent).
   */
  timeout?: number;
  /** Replicas of a MySQL database that may be read from. */
  replicas?: ReplicaOptions;
}
