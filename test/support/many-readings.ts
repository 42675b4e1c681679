import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';

const day = 86_400_000;
/** Readings written individually; the others are copies at other times. */
const written = 800;

const columns = [
  'user_id',
  'time',
  'id',
  'upload_id',
  'type',
  'active',
  'device_id',
  'hash',
  'created_time',
  'content',
];

/**
 * Writes `written` times two to the power of `doublings` sensor readings of the last days directly to the tables,
 * because uploading them would take minutes.
 */
export async function writeManyReadings(
  databaseUrl: string,
  userId: string,
  doublings: number,
  days = 90,
): Promise<void> {
  const database = await Database.open(databaseUrl, { schema: persistence, poolSize: 2, migrate: false });
  try {
    const newest = Date.now() - 60_000;
    const step = Math.floor((days * day) / written);
    await database.transaction(async (manager) => {
      const rows = Array.from({ length: written }, (_, index) => {
        const time = newest - index * step;
        const reading = {
          type: 'cbg',
          id: 'a-reading',
          time: new Date(time).toISOString(),
          timezone: 'Europe/Vienna',
          units: 'mmol/L',
        };
        const content = JSON.stringify({
          ...reading,
          value: 4 + (index % 100) / 10,
          deviceId: 'a sensor',
          payload: { text: 'x'.repeat(300) },
        });
        return [userId, time, `r${index}`, 'a-data-set', 'cbg', 1, 'a sensor', null, time, content];
      });
      const row = `(${columns.map(() => '?').join(', ')})`;
      for (let start = 0; start < rows.length; start += 100) {
        const some = rows.slice(start, start + 100);
        await manager.query(
          `INSERT INTO records (${columns.join(', ')}) VALUES ${some.map(() => row).join(', ')}`,
          some.flat(),
        );
      }
    });
    for (let times = 0; times < doublings; times += 1) {
      const shift = Math.max(1, Math.floor(step / 2 ** (times + 1)));
      const copied = columns.map((name) =>
        name === 'time' ? `time - ${shift}` : name === 'id' ? `CONCAT(id, '-${times}')` : name,
      );
      await database.transaction((manager) =>
        manager.query(
          `INSERT INTO records (${columns.join(', ')}) SELECT ${copied.join(', ')} FROM records WHERE user_id = ?`,
          [userId],
        ),
      );
    }
  } finally {
    await database.close();
  }
}
