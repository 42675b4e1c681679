import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Invitations: addresses in comparison form, and one open invitation per sender and recipient. */
export class Invitations1763700000034 implements MigrationInterface {
  name = 'Invitations1763700000034';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    const type = columnTypes(dialect);
    await runner.query(`ALTER TABLE confirmations ADD COLUMN address ${type.name} NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE confirmations ADD COLUMN open_digest ${type.digest} NULL`);
    // So far, addresses were stored in lower case.
    await runner.query('UPDATE confirmations SET address = email');
    await runner.query('CREATE UNIQUE INDEX confirmations_open ON confirmations (open_digest)');
    await runner.query('CREATE INDEX confirmations_address ON confirmations (type, address)');
    await runner.query(
      dialect === 'sqlite'
        ? 'DROP INDEX confirmations_email'
        : 'DROP INDEX confirmations_email ON confirmations',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
