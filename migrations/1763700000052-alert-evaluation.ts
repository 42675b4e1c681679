import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** State of alert evaluation, and notifications to followers. */
export class AlertEvaluation1763700000052 implements MigrationInterface {
  name = 'AlertEvaluation1763700000052';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE upload_receipts (
        user_id ${type.id} NOT NULL,
        upload_id ${type.id} NOT NULL,
        received_time ${type.time} NOT NULL,
        due_time ${type.time} NULL,
        PRIMARY KEY (user_id, upload_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX upload_receipts_received ON upload_receipts (received_time)');
    await runner.query('CREATE INDEX upload_receipts_due ON upload_receipts (due_time)');
    await runner.query(`
      CREATE TABLE alert_watches (
        followed_id ${type.id} NOT NULL,
        follower_id ${type.id} NOT NULL,
        activity ${type.text} NOT NULL,
        wanted ${type.integer} NOT NULL,
        done ${type.integer} NOT NULL,
        due_time ${type.time} NULL,
        silence_time ${type.time} NULL,
        lease_time ${type.time} NOT NULL,
        worker ${type.id} NULL,
        attempts ${type.integer} NOT NULL,
        pending_id ${type.id} NULL,
        PRIMARY KEY (followed_id, follower_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX alert_watches_follower ON alert_watches (follower_id)');
    await runner.query('CREATE INDEX alert_watches_due ON alert_watches (due_time)');
    await runner.query('CREATE INDEX alert_watches_silence ON alert_watches (silence_time)');
    await runner.query(`
      CREATE TABLE alert_notifications (
        id ${type.id} NOT NULL,
        recipient_id ${type.id} NOT NULL,
        followed_id ${type.id} NOT NULL,
        kind ${type.word} NOT NULL,
        message ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        delivered_time ${type.time} NULL,
        error ${type.text} NULL,
        PRIMARY KEY (id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE INDEX alert_notifications_recipient ON alert_notifications (recipient_id, followed_id, created_time, id)',
    );
    await runner.query('CREATE INDEX alert_notifications_followed ON alert_notifications (followed_id)');
    await runner.query('CREATE INDEX alert_notifications_created ON alert_notifications (created_time)');
    await runner.query(`
      INSERT INTO alert_watches
        (followed_id, follower_id, activity, wanted, done, silence_time, lease_time, attempts)
      SELECT followed_id, follower_id, '{}', 0, 0, 0, 0, 0 FROM alerts_configs`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
