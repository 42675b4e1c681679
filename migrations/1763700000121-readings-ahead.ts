import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Alerts are evaluated again when a reading from ahead of the clock becomes current. */
export class ReadingsAhead1763700000121 implements MigrationInterface {
  name = 'ReadingsAhead1763700000121';

  async up(runner: QueryRunner): Promise<void> {
    const { time } = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE alert_watches ADD COLUMN next_time ${time} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
