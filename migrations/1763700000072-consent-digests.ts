import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes it cheap to find, at each start, who agreed to another version of a text. */
export class ConsentDigests1763700000072 implements MigrationInterface {
  name = 'ConsentDigests1763700000072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX consent_records_text ON consent_records (type, version, content_digest)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
