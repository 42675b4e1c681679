import BetterSqlite3 from 'better-sqlite3';
import { Remembered } from '../remembered';
import { observeSqlite } from '../telemetry/calls';

/** Prepared statements cached per connection. Statements vary with their filters, so the cache needs a limit. */
const mostStatements = 500;

/** A connection as TypeORM uses it: it prepares a statement and runs it later, with other work in between. */
export class SqliteConnection extends BetterSqlite3 {
  private readonly statements = new Remembered<string, BetterSqlite3.Statement>(mostStatements);

  constructor(path: string, options: BetterSqlite3.Options) {
    super(path, options);
    // TypeScript finds no overriding method that matches this type.
    this.prepare = this.observedStatement.bind(this) as BetterSqlite3.Database['prepare'];
  }

  private observedStatement(sql: string): BetterSqlite3.Statement {
    return this.statements.get(sql, () => this.observed(sql, super.prepare(sql)));
  }

  private observed(sql: string, statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
    const all = statement.all.bind(statement);
    const run = statement.run.bind(statement);
    statement.all = (...parameters: unknown[]) => observeSqlite(sql, () => all(...parameters));
    statement.run = (...parameters: unknown[]) => observeSqlite(sql, () => run(...parameters));
    return statement;
  }
}
