import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Shares between accounts, metadata collections and confirmations. */
export class Sharing1763700000002 implements MigrationInterface {
  name = 'Sharing1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE shares (
        sharer_id ${type.id} NOT NULL,
        grantee_id ${type.id} NOT NULL,
        permissions ${type.name} NOT NULL,
        modified_time ${type.time} NOT NULL,
        PRIMARY KEY (sharer_id, grantee_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX shares_grantee ON shares (grantee_id, sharer_id)');
    await runner.query(`
      CREATE TABLE metadata (
        user_id ${type.id} NOT NULL,
        collection ${type.word} NOT NULL,
        content ${type.text} NOT NULL,
        modified_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, collection)
      ) ${type.tableOptions}`);
    await runner.query(`
      CREATE TABLE confirmations (
        confirmation_key ${type.word} NOT NULL PRIMARY KEY,
        type ${type.word} NOT NULL,
        status ${type.word} NOT NULL,
        email ${type.name} NOT NULL,
        user_id ${type.id} NULL,
        creator_id ${type.id} NULL,
        clinic_id ${type.id} NULL,
        context ${type.text} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL,
        expires_time ${type.time} NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX confirmations_email ON confirmations (type, email)');
    await runner.query('CREATE INDEX confirmations_user ON confirmations (user_id, type, status)');
    await runner.query('CREATE INDEX confirmations_creator ON confirmations (creator_id, type, status)');
    await runner.query('CREATE INDEX confirmations_clinic ON confirmations (clinic_id, type, status)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
