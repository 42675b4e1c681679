import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

/** Milliseconds of a calculation, with room for others: they are spread over as long as all take. */
const pace = 50;

/** Summaries of sensors and meters without weeks. */
const without = `FROM summaries
  WHERE summary_type IN ('cgm', 'bgm') AND intervals_version IS NULL AND content IS NOT NULL`;

/**
 * Weeks and months of summaries that were calculated before they were kept: marks these summaries as changed. Otherwise
 * patients who upload no more would stay unknown in the statistics of their clinics. The longest outdated are calculated first,
 * so they become due one by one: otherwise what is uploaded meanwhile would wait for all of them.
 */
export class FirstIntervals1763700000261 implements MigrationInterface {
  name = 'FirstIntervals1763700000261';

  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = dialectOfDriver(runner.connection.options.type) === 'sqlite';
    const newId = isSqlite ? 'lower(hex(randomblob(12)))' : "LEFT(REPLACE(UUID(), '-', ''), 24)";
    const [{ count }] = (await runner.query(`SELECT COUNT(*) AS count ${without}`)) as [
      { count: number | string },
    ];
    const span = Math.max(1, Number(count) * pace);
    const later = isSqlite ? `ABS(RANDOM()) % ${span}` : `FLOOR(RAND() * ${span})`;
    await runner.query(
      `INSERT INTO glucose_changes (user_id, summary_type, id, reason, due_time, from_hour, to_hour)
       SELECT user_id, summary_type, ${newId}, 'SCHEMA_MIGRATION', ${Date.now()} + ${later}, NULL, NULL ${without}`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
