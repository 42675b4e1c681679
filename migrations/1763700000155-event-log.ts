import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver, type Dialect } from '../src/platform/database/dialect';

/** The event log: keeps events for a while, so that subscribers can catch up after an interruption. */
export class EventLog1763700000155 implements MigrationInterface {
  name = 'EventLog1763700000155';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    const type = columnTypes(dialect);
    await runner.query(`
      CREATE TABLE events (
        ${idColumn[dialect]},
        position BIGINT NULL,
        channel ${channelType[dialect]} NOT NULL,
        mention ${type.id} NULL,
        payload ${type.text} NULL,
        created_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    for (const index of indexes[dialect]) await runner.query(`CREATE INDEX ${index}`);
    await runner.query(
      'CREATE TABLE event_order (id INTEGER NOT NULL PRIMARY KEY, position BIGINT NOT NULL)',
    );
    await runner.query('INSERT INTO event_order (id, position) VALUES (1, 0)');
    // There is always a last event, from which reading starts.
    await runner.query("INSERT INTO events (position, channel, created_time) VALUES (0, '', ?)", [
      Date.now(),
    ]);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

/** Ids are never reused, not even those of deleted rows. */
const idColumn: Record<Dialect, string> = {
  sqlite: 'id INTEGER PRIMARY KEY AUTOINCREMENT',
  mysql: 'id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
};

/** Topic and key; the type of a task is a key of up to 255 characters. */
const channelType: Record<Dialect, string> = { sqlite: 'TEXT', mysql: 'VARCHAR(300)' };

/** SQLite stores events one after the other, so their ids are their order. */
const indexes: Record<Dialect, readonly string[]> = {
  sqlite: [
    'events_channel ON events (channel)',
    'events_mention ON events (mention) WHERE mention IS NOT NULL',
  ],
  mysql: [
    'events_place ON events (position, id)',
    'events_channel ON events (channel, position, id)',
    'events_mention ON events (mention)',
  ],
};
