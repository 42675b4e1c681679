import type { QueryRunner } from 'typeorm';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { waitFor } from '../../../support/wait-until';

// SQLite has one writer at a time.
const onMysql = globalThis.dialect === 'mysql' ? describe : describe.skip;

/** Has changed more than any upload: of two transactions in a deadlock, InnoDB ends the one that has changed less. */
async function beginHeavyTransaction(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE TABLE heavy (id INTEGER PRIMARY KEY)');
  await runner.startTransaction('REPEATABLE READ');
  const ids = Array.from({ length: 10_000 }, (_, id) => `(${id})`);
  await runner.query(`INSERT INTO heavy VALUES ${ids.join(', ')}`);
}

onMysql('an upload in several statements that MariaDB ends because of a deadlock', () => {
  let own: OwnApp;
  let other: QueryRunner;
  beforeAll(async () => {
    own = await startOwnApp();
    other = own.database.reader.connection.createQueryRunner();
  });
  afterAll(async () => {
    await other.release();
    await own.close();
  });

  it('is stored once, by its next attempt', async () => {
    const person = await newPerson(own.server);
    const dataSetId = await person.openedContinuous();
    await beginHeavyTransaction(other);
    // Nobody can insert where nothing is yet.
    await other.query('SELECT id FROM records WHERE user_id = ? FOR UPDATE', [person.userId]);
    const readings = Array.from({ length: 900 }, (_, index) => cbg({ time: at(index * 5) }));
    const uploading = person.uploaded(dataSetId, readings);
    // Other tests have transactions on the same server.
    const waiting = new RegExp(`LOCK WAIT[^]*INSERT INTO records [^]*${person.userId}`);
    await waitFor('the upload to wait', async () => {
      const [{ Status: status }] = await own.database.reader.query('SHOW ENGINE INNODB STATUS');
      return waiting.test(String(status)) || undefined;
    });
    await other.query('SELECT id FROM data_sets WHERE upload_id = ? FOR UPDATE', [dataSetId]);
    await other.rollbackTransaction();
    await uploading;
    const stored = (await person.records()).filter(({ type }) => type === 'cbg');
    expect(stored.map(({ time }) => time).sort()).toEqual(readings.map(({ time }) => time));
  });
});
