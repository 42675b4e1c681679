import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

const states = `CONCAT('[', JSON_EXTRACT(data_sources, '$[*].providerName'), ',',
  JSON_EXTRACT(data_sources, '$[*].state'), ']')`;

/**
 * The providers and states of a patient's data sources in an index, from which MySQL counts them without reading patients. It
 * keeps them itself, whichever release writes. Long ones are marked. SQLite has no such columns, and counts from the text.
 */
export class SourceStates1763700000181 implements MigrationInterface {
  name = 'SourceStates1763700000181';

  async up(runner: QueryRunner): Promise<void> {
    if (dialectOfDriver(runner.connection.options.type) === 'sqlite') return;
    await runner.query(
      `ALTER TABLE clinic_patients ADD COLUMN source_states VARCHAR(255)
       GENERATED ALWAYS AS (CASE WHEN CHAR_LENGTH(${states}) > 255 THEN 'long' ELSE ${states} END) VIRTUAL`,
    );
    await runner.query('CREATE INDEX clinic_patients_sources ON clinic_patients (clinic_id, source_states)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
