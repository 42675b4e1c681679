import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Data that waits for the evaluation of alerts, evaluations and notifications know the trace of the upload behind them. */
export class AlertTraces1763700000260 implements MigrationInterface {
  name = 'AlertTraces1763700000260';

  async up(runner: QueryRunner): Promise<void> {
    const { word } = columnTypes(dialectOfDriver(runner.connection.options.type));
    for (const table of ['upload_receipts', 'alert_watches', 'alert_notifications'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN trace_parent ${word} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
