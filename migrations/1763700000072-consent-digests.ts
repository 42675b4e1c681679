import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether somebody has agreed to another wording of a text is asked at each start. */
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
