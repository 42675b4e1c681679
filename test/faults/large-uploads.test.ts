import { gzipSync } from 'node:zlib';
import { newAccount } from '../support/accounts';
import { api, type Answer } from '../support/api';
import { ownDatabases } from '../support/own-databases';
import { newPerson, type Person } from '../support/person';
import { food } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';

/** Mebibytes: heap size of a small machine. */
const heap = 512;

const tiny = JSON.stringify(food());
const uploadOf = (count: number): Buffer => gzipSync(`[${Array<string>(count).fill(tiny).join(',')}]`);
const mostRecords = 100_000;

const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };

async function upload(server: RunningServer, person: Person, raw: Buffer): Promise<Answer> {
  const dataSetId = await person.openedContinuous();
  return api(server).post(`/v1/data_sets/${dataSetId}/data`, { token: person.token, raw, headers });
}

const codes = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe.each(ownDatabases)('with a small heap, on %s,', (_dialect, onDatabase) => {
  it('no number of large uploads exhausts the memory of a process, and small ones do not wait for them', () =>
    onDatabase(async (databaseUrl) => {
      const server = await startServer({
        NODE_OPTIONS: `--max-old-space-size=${heap}`,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const people = await Promise.all(Array.from({ length: 9 }, () => newPerson(server)));
      const [first, ...others] = people as [Person, ...Person[]];

      const tooMany = uploadOf(mostRecords + 1);
      const refused = await Promise.all(others.slice(1).map((person) => upload(server, person, tooMany)));
      expect(codes(refused)).toEqual(Array(7).fill(413));
      expect(refused[0]?.body.errors[0].detail).toContain('100000 records');

      const nested = gzipSync(`[{"payload":[${'{},'.repeat(8_000_000)}0]}]`);
      expect((await upload(server, first, nested)).status).toBe(413);

      const largest = uploadOf(mostRecords);
      const bulky = gzipSync(`[${tiny}]${' '.repeat(1_200_000)}`);
      const small = await first.openedContinuous();
      const large = Promise.all(
        others.map((person, index) => upload(server, person, index < 2 ? largest : bulky)),
      );
      const statuses = [];
      for (let count = 0; count < 10; count += 1) statuses.push((await first.upload(small, [food()])).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(codes(await large)).toEqual(Array(8).fill(200));
      expect(server.isRunning()).toBe(true);
      await server.close();
    }));
});

it('an upload over the graph has a maximum number of records, too', async () => {
  const server = await startServer();
  const { userId, token } = await newAccount(server);
  const query =
    'mutation ($input: UploadLegacyDataInput!) { uploadLegacyData(input: $input) { duplicates } }';
  const records = Array<object>(mostRecords + 1).fill({});
  const { body } = await api(server).graph(query, { token, variables: { input: { userId, records } } });
  expect(body.errors[0].extensions).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
  await server.close();
});
