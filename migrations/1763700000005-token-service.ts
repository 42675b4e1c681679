import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** State of the token service between requests: pending log-ins, codes, grants, browsers. */
export class TokenService1763700000005 implements MigrationInterface {
  name = 'TokenService1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE log_in_attempts (
        id ${type.id} NOT NULL PRIMARY KEY,
        realm ${type.word} NOT NULL,
        browser_digest ${type.digest} NOT NULL,
        request ${type.text} NOT NULL,
        user_id ${type.id} NULL,
        session_id ${type.id} NULL,
        auth_time ${type.time} NULL,
        remember_me ${type.flag} NOT NULL,
        expires_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX log_in_attempts_expires ON log_in_attempts (expires_time)');
    await runner.query(`
      CREATE TABLE browser_sign_ons (
        secret_digest ${type.digest} NOT NULL PRIMARY KEY,
        realm ${type.word} NOT NULL,
        user_id ${type.id} NOT NULL,
        session_id ${type.id} NOT NULL,
        auth_time ${type.time} NOT NULL,
        remember_me ${type.flag} NOT NULL,
        expires_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX browser_sign_ons_expires ON browser_sign_ons (expires_time)');
    await runner.query(`
      CREATE TABLE authorization_codes (
        code_digest ${type.digest} NOT NULL PRIMARY KEY,
        realm ${type.word} NOT NULL,
        client_id ${type.name} NOT NULL,
        redirect_uri ${type.text} NOT NULL,
        code_challenge ${type.word} NULL,
        user_id ${type.id} NOT NULL,
        session_id ${type.id} NOT NULL,
        scope ${type.name} NOT NULL,
        nonce ${type.text} NULL,
        auth_time ${type.time} NOT NULL,
        expires_time ${type.time} NOT NULL,
        used_time ${type.time} NULL,
        grant_id ${type.id} NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX authorization_codes_expires ON authorization_codes (expires_time)');
    await runner.query(`
      CREATE TABLE oauth_grants (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        session_id ${type.id} NOT NULL,
        client_id ${type.name} NOT NULL,
        scope ${type.name} NOT NULL,
        auth_time ${type.time} NOT NULL,
        created_time ${type.time} NOT NULL,
        last_used_time ${type.time} NOT NULL,
        ended_time ${type.time} NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX oauth_grants_session ON oauth_grants (user_id, session_id)');
    await runner.query(`
      CREATE TABLE issued_access_tokens (
        user_id ${type.id} NOT NULL,
        grant_id ${type.id} NOT NULL,
        token_id ${type.id} NOT NULL,
        expires_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, grant_id, token_id)
      ) ${type.clusteredTableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
