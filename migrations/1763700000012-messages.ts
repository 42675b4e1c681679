import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Messages, and metrics events. */
export class Messages1763700000012 implements MigrationInterface {
  name = 'Messages1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE messages (
        account_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        root_id ${type.id} NOT NULL,
        parent_id ${type.id} NULL,
        author_id ${type.id} NULL,
        author_name ${type.text} NULL,
        guid ${type.name} NOT NULL,
        event_timestamp ${type.text} NOT NULL,
        event_time ${type.time} NOT NULL,
        message_text ${type.text} NOT NULL,
        retry_key ${type.digest} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NULL,
        purge_time ${type.time} NULL,
        PRIMARY KEY (account_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE UNIQUE INDEX messages_id ON messages (id)');
    await runner.query('CREATE UNIQUE INDEX messages_retry ON messages (retry_key)');
    await runner.query('CREATE INDEX messages_time ON messages (account_id, event_time, created_time, id)');
    await runner.query('CREATE INDEX messages_root ON messages (root_id)');
    await runner.query('CREATE INDEX messages_parent ON messages (parent_id, event_time)');
    await runner.query('CREATE INDEX messages_author ON messages (author_id)');
    await runner.query('CREATE INDEX messages_purge ON messages (purge_time)');
    await runner.query(`
      CREATE TABLE metrics_events (
        received_time ${type.time} NOT NULL,
        id ${type.id} NOT NULL,
        kind ${type.word} NOT NULL,
        subject_hash ${type.word} NOT NULL,
        event_name ${type.text} NOT NULL,
        attributes ${type.text} NOT NULL,
        PRIMARY KEY (received_time, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`
      CREATE TABLE consent_records (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        type ${type.word} NOT NULL,
        version ${type.integer} NOT NULL,
        active_type ${type.word} NULL,
        age_group ${type.word} NOT NULL,
        owner_name ${type.text} NOT NULL,
        parent_guardian_name ${type.text} NULL,
        grantor_type ${type.word} NOT NULL,
        organizations ${type.text} NOT NULL,
        content_digest ${type.digest} NOT NULL,
        grant_time ${type.time} NOT NULL,
        revocation_time ${type.time} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE UNIQUE INDEX consent_records_active ON consent_records (user_id, active_type)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
