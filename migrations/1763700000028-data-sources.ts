import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Provider sessions, data sources, and the key that encrypts provider tokens. */
export class DataSources1763700000028 implements MigrationInterface {
  name = 'DataSources1763700000028';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE provider_sessions (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        type ${type.word} NOT NULL,
        name ${type.shortName} NOT NULL,
        external_id ${type.shortName} NOT NULL,
        token ${type.text} NULL,
        token_key ${type.word} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE UNIQUE INDEX provider_sessions_id ON provider_sessions (id)');
    await runner.query(
      'CREATE UNIQUE INDEX provider_sessions_one ON provider_sessions (user_id, type, name, external_id)',
    );
    await runner.query('CREATE INDEX provider_sessions_external ON provider_sessions (external_id, name)');
    await runner.query('CREATE INDEX provider_sessions_token_key ON provider_sessions (token_key)');

    await runner.query(`
      CREATE TABLE data_sources (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        provider_type ${type.word} NOT NULL,
        provider_name ${type.shortName} NOT NULL,
        provider_session_id ${type.id} NULL,
        provider_external_id ${type.shortName} NULL,
        linked_provider ${type.name} NULL,
        state ${type.word} NOT NULL,
        metadata ${type.text} NULL,
        error ${type.text} NULL,
        data_set_ids ${type.text} NOT NULL,
        earliest_data_time ${type.time} NULL,
        latest_data_time ${type.time} NULL,
        last_import_time ${type.time} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NULL,
        revision ${type.integer} NOT NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE UNIQUE INDEX data_sources_id ON data_sources (id)');
    await runner.query('CREATE UNIQUE INDEX data_sources_session ON data_sources (provider_session_id)');
    await runner.query('CREATE UNIQUE INDEX data_sources_linked ON data_sources (user_id, linked_provider)');
    await runner.query('CREATE INDEX data_sources_created ON data_sources (user_id, created_time, id)');

    await runner.query(`
      CREATE TABLE provider_token_keys (
        id ${type.word} NOT NULL PRIMARY KEY,
        secret ${type.digest} NOT NULL,
        created_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
