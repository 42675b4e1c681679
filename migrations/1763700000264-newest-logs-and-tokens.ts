import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Device logs and restricted tokens of an account are listed newest first. */
export class NewestLogsAndTokens1763700000264 implements MigrationInterface {
  name = 'NewestLogsAndTokens1763700000264';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX device_logs_newest ON device_logs (user_id, created_time, id)');
    await runner.query(
      'CREATE INDEX restricted_tokens_newest ON restricted_tokens (user_id, created_time, id)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
