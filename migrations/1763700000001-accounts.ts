import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Accounts, their sessions, and the keys that sign tokens. */
export class Accounts1763700000001 implements MigrationInterface {
  name = 'Accounts1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE users (
        id ${type.id} NOT NULL PRIMARY KEY,
        email ${type.name} NULL,
        email_verified ${type.flag} NOT NULL,
        password_hash ${type.name} NULL,
        roles ${type.name} NOT NULL,
        terms_accepted_time ${type.time} NULL,
        disabled_time ${type.time} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE UNIQUE INDEX users_email ON users (email)');
    await runner.query(`
      CREATE TABLE sessions (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        kind ${type.word} NOT NULL,
        realm ${type.word} NULL,
        client_id ${type.name} NULL,
        user_agent ${type.name} NULL,
        auth_time ${type.time} NOT NULL,
        created_time ${type.time} NOT NULL,
        last_used_time ${type.time} NOT NULL,
        idle_limit ${type.time} NULL,
        expires_time ${type.time} NULL,
        ended_time ${type.time} NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`
      CREATE TABLE revoked_tokens (
        user_id ${type.id} NOT NULL,
        token_id ${type.id} NOT NULL,
        expires_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, token_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`
      CREATE TABLE signing_keys (
        ring ${type.word} NOT NULL,
        generation ${type.integer} NOT NULL,
        key_id ${type.word} NOT NULL,
        algorithm ${type.word} NOT NULL,
        private_key ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        PRIMARY KEY (ring, generation)
      ) ${type.tableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
