import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Long-lived sessions, single-use refresh tokens, disabled accounts, and indexes that find expired rows. */
export class LogIn1763700000026 implements MigrationInterface {
  name = 'LogIn1763700000026';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE sessions ADD COLUMN long_lived ${type.flag} NOT NULL DEFAULT 0`);
    await runner.query(`ALTER TABLE oauth_grants ADD COLUMN refresh_token_id ${type.id} NULL`);
    await runner.query('CREATE INDEX sessions_ended ON sessions (ended_time)');
    await runner.query('CREATE INDEX sessions_expires ON sessions (expires_time)');
    await runner.query('CREATE INDEX sessions_used ON sessions (kind, last_used_time)');
    await runner.query('CREATE INDEX oauth_grants_ended ON oauth_grants (ended_time)');
    await runner.query('CREATE INDEX revoked_tokens_expires ON revoked_tokens (expires_time)');
    await runner.query('CREATE INDEX issued_access_tokens_expires ON issued_access_tokens (expires_time)');
    await runner.query(`
      CREATE TABLE work_leases (
        name ${type.word} NOT NULL PRIMARY KEY,
        expires_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
