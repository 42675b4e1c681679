import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

/** Indexes in the order of the lists of clinicians, and of a person's records in clinics: pages are read by key. */
export class SortedMembers1763700000177 implements MigrationInterface {
  name = 'SortedMembers1763700000177';

  async up(runner: QueryRunner): Promise<void> {
    const isMysql = dialectOfDriver(runner.connection.options.type) === 'mysql';
    for (const [name, table, columns] of [
      ['clinicians_newest', 'clinicians', 'clinic_id, created_time DESC, id'],
      ['clinicians_of_user_newest', 'clinicians', 'user_id, created_time, id'],
      ['clinicians_in_order', 'clinicians', 'created_time, id'],
      ['clinic_patients_user_name', 'clinic_patients', 'user_id, name_key, id'],
    ] as const) {
      await runner.query(`CREATE INDEX ${name} ON ${table} (${columns})`);
    }
    // Its order is part of that of the new index.
    await runner.query(`DROP INDEX clinicians_created${isMysql ? ' ON clinicians' : ''}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
