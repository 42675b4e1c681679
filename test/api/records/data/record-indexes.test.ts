import type { Logger } from 'typeorm';
import { newestQuery } from '../../../../src/records/data/newest-query';
import { pageQuery } from '../../../../src/records/data/page-query';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, cbg } from '../../../support/records';

let own: OwnApp;
let person: Person;

/** A statement with its parameters. */
interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** The statements that find records to change or delete, while they are collected. */
const found: Statement[] = [];

const nothing = () => undefined;

const collecting: Logger = {
  logQuery: (sql, parameters) => {
    const values: unknown[] = Array.isArray(parameters) ? parameters : [];
    if (/\b(FROM|UPDATE) [`"]?records\b/.test(sql)) found.push({ sql, parameters: values });
  },
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

const records = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const id = `${number}`.padStart(32, '0');
    return cbg({ id, time: at(5 * number), deviceId: 'a sensor', origin: { id: `origin ${number}` } });
  });

beforeAll(async () => {
  own = await startOwnApp();
  person = await newPerson(own.server);
  // Others' data, so that reading everything is never the best plan.
  for (const one of [person, await newPerson(own.server)]) {
    for (let count = 0; count < 3; count += 1)
      await one.uploaded(await one.openedContinuous(), records(500, count * 500));
  }
  if (own.server.dialect === 'mysql') await own.database.reader.query('ANALYZE TABLE records');
}, 120_000);

afterAll(() => own.close(), 120_000);

/** The statements on records that some work runs in its transactions. */
async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  await own.database.transaction((manager) => {
    manager.connection.setOptions({ logger: collecting, logging: ['query'] });
    return Promise.resolve();
  });
  found.length = 0;
  await work();
  return [...found];
}

/** How the database would find the rows of a statement. */
interface Plan {
  indexes: string[];
  sorts: boolean;
  /** Whether it makes a table of its own first, such as of a long list. */
  makesTable: boolean;
}

async function explain({ sql, parameters }: Statement): Promise<Plan> {
  const isMysql = own.server.dialect === 'mysql';
  const rows: Record<string, unknown>[] = await own.database.reader.query(
    `${isMysql ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${sql}`,
    [...parameters],
  );
  const texts = rows.map((row) => JSON.stringify(row));
  const indexes = isMysql
    ? rows.filter(isRead).map(({ key }) => (typeof key === 'string' ? key : 'none'))
    : rows.flatMap(({ detail }) => sqliteIndex(String(detail)));
  return {
    indexes,
    sorts: texts.some((text) => /filesort|TEMP B-TREE FOR .*ORDER BY/.test(text)),
    makesTable: rows.some(({ table }) => String(table).startsWith('<')),
  };
}

/** Not the result of a subquery, nor a row that MySQL has read already to plan the rest. */
const isRead = ({ table, Extra: remark }: Record<string, unknown>): boolean =>
  !String(table).startsWith('<') && !String(remark).includes('const tables');

const deletes = ({ sql }: Statement): boolean => sql.startsWith('DELETE');

const findIndexes = async (statements: readonly Statement[]): Promise<Set<string>> =>
  new Set((await Promise.all(statements.map(explain))).flatMap(({ indexes }) => indexes));

function sqliteIndex(detail: string): string[] {
  if (!/\b(SCAN|SEARCH) (records|found|own|RecordEntity|r)\b/.test(detail)) return [];
  const name = /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1];
  return [name ?? (detail.includes('USING PRIMARY KEY') ? 'PRIMARY' : 'none')];
}

const read = (filter: object): Statement =>
  pageQuery(own.database.dialect, { userId: person.userId, filter, size: 100 });

/** SQLite has no statistics: it takes an account to be small, and may read all of it. */
const chosen = (onMysql: string[], onSqlite: string[]): Set<string> =>
  new Set(own.server.dialect === 'mysql' ? onMysql : onSqlite);

describe('the indexes of records', () => {
  it('find the records that new ones replace, by origin and by id', async () => {
    const id = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    await person.uploaded(id, records(500));
    const statements = await statementsDuring(() => person.uploaded(id, records(20)));
    expect(await findIndexes(statements)).toEqual(new Set(['records_key', 'records_upload']));
  });

  it('are used for the thousand records that uploaders send at once', async () => {
    const id = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    const statements = await statementsDuring(() => person.uploaded(id, records(1_000)));
    const plans = await Promise.all(statements.map(explain));
    expect(plans).toContainEqual({ indexes: ['records_upload'], sorts: false, makesTable: false });
    expect(plans.filter(({ makesTable }) => makesTable)).toEqual([]);
  });

  it('find records to remove', async () => {
    const id = await person.openedContinuous();
    await person.uploaded(id, records(500));
    const [one] = records(1);
    const byId = await statementsDuring(() => person.deleteData(id, [{ id: one?.id }]));
    await person.uploaded(id, [one]);
    expect(await findIndexes(byId.filter(deletes))).toEqual(new Set(['records_key']));
    const byOrigin = await statementsDuring(() => person.deleteData(id, [{ origin: { id: 'origin 7' } }]));
    expect(await findIndexes(byOrigin.filter(deletes))).toEqual(chosen(['records_upload'], ['PRIMARY']));
  });

  it('find equal records of earlier uploads', async () => {
    const body = { deviceId: 'a meter', deduplicator: deduplicator('device.deactivate.hash') };
    for (let count = 0; count < 2; count += 1) {
      const id = await person.opened(body);
      await person.uploaded(id, records(50, 100 * count));
      await person.closed(id);
    }
    const last = await person.opened(body);
    await person.uploaded(last, records(50));
    const statements = await statementsDuring(() => person.closed(last));
    const updates = statements.filter(({ sql }) => /^UPDATE [^]*\bhash\W* IN/.test(sql));
    expect(await findIndexes(updates)).toEqual(new Set(['records_hash']));
    expect(await findIndexes(statements)).not.toContain('none');
  });

  it('find legacy records by id alone', async () => {
    const reading = { type: 'cbg', uploadId: 'upid_0123456789ab', deviceId: 'd', units: 'mg/dL', value: 100 };
    const times = { deviceTime: '2024-05-06T00:00:00', timezoneOffset: 0, conversionOffset: 0 };
    const statements = await statementsDuring(() =>
      person.uploadedLegacy({ ...reading, ...times, time: at(0) }),
    );
    expect(await findIndexes(statements)).toEqual(new Set(['records_key']));
  });

  it('give ranges of time and single types in order', async () => {
    const [from, to] = [Date.parse(at(0)), Date.parse(at(1_000))];
    const direct = { sorts: false, makesTable: false };
    expect(await explain(read({ from, to }))).toEqual({ ...direct, indexes: ['PRIMARY'] });
    expect(await explain(read({ types: ['cbg'], from }))).toEqual({ ...direct, indexes: ['records_type'] });
    const newest = newestQuery(own.database.dialect, {
      userId: person.userId,
      filter: { types: ['cbg'] },
    });
    const { indexes, sorts } = await explain(newest);
    expect([indexes.includes('records_type'), indexes.includes('none'), sorts]).toEqual([true, false, false]);
  });

  it('find the records of a data set, and those of one batch', async () => {
    const uploadId = await person.openedContinuous();
    const ids = records(50).map(({ id }) => String(id));
    expect((await explain(read({ uploadId, ids }))).indexes).toEqual(['records_key']);
    expect((await explain(read({ uploadId }))).indexes).toEqual(['records_upload']);
  });
});
