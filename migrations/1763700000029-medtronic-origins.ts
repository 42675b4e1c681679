import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Data sets that contain, or once contained, records of a Medtronic pump. Extra rows do no harm; see the reader. */
export class MedtronicOrigins1763700000029 implements MigrationInterface {
  name = 'MedtronicOrigins1763700000029';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE medtronic_origins (
        user_id ${type.id} NOT NULL,
        upload_id ${type.id} NOT NULL,
        PRIMARY KEY (user_id, upload_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`
      INSERT INTO medtronic_origins (user_id, upload_id)
      SELECT DISTINCT user_id, upload_id FROM records WHERE content LIKE '%"manufacturer":"Medtronic"%'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
