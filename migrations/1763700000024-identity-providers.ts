import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Accounts at external identity providers, and pending log-ins there. */
export class IdentityProviders1763700000024 implements MigrationInterface {
  name = 'IdentityProviders1763700000024';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE linked_identities (
        user_id ${type.id} NOT NULL,
        provider ${type.word} NOT NULL,
        subject ${type.name} NOT NULL,
        created_time ${type.time} NOT NULL,
        last_used_time ${type.time} NULL,
        PRIMARY KEY (user_id, provider)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE UNIQUE INDEX linked_identities_subject ON linked_identities (provider, subject)',
    );
    await runner.query(`
      CREATE TABLE provider_visits (
        state_digest ${type.digest} NOT NULL PRIMARY KEY,
        realm ${type.word} NOT NULL,
        browser_digest ${type.digest} NOT NULL,
        provider ${type.word} NOT NULL,
        purpose ${type.text} NOT NULL,
        nonce ${type.digest} NOT NULL,
        code_verifier ${type.digest} NOT NULL,
        expires_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX provider_visits_expires ON provider_visits (expires_time)');
    await runner.query(`ALTER TABLE log_in_attempts ADD COLUMN identity_provider ${type.word} NULL`);
    await runner.query(`ALTER TABLE log_in_attempts ADD COLUMN unlinked_identity ${type.text} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
