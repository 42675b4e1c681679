import { join } from 'node:path';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { writeManyReadings } from '../support/many-readings';
import { ownDatabases } from '../support/own-databases';
import { newPerson } from '../support/person';
import { at, cbg } from '../support/records';
import { startServer } from '../support/server-process';

const codesOf = (errors: { extensions: { code: string } }[]) => [
  ...new Set(errors.map(({ extensions }) => extensions.code)),
];

/** Mebibytes: the heap of a small machine. */
const heap = 512;

describe.each(ownDatabases)('on %s,', (dialect, onDatabase) => {
  it('a query that takes too long gets an error where an answer is missing, and the process goes on', () =>
    onDatabase(async (databaseUrl) => {
      const server = await startServer({
        OPERATION_TIMEOUT: '0.1',
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const { userId, token } = await newAccount(server);
      const url = databaseUrl ?? `sqlite:${join(server.folder, 'glycograph.db')}`;
      await writeManyReadings(url, userId, dialect === 'SQLite' ? 7 : 6);
      const { graph, get } = api(server);

      const { body } = await graph('{ me { id p: glucoseProfile(days: 90) { records } } }', { token });
      expect(codesOf(body.errors)).toEqual(['OPERATION_TIMEOUT']);
      expect(body.errors[0].extensions).toMatchObject({ status: 503, retryAfter: expect.any(Number) });
      expect(body.data.me?.p ?? null).toBeNull();

      // Bulk data has no such limit.
      const data = await get(`/data/${userId}`, { token });
      expect(data.status).toBe(200);
      expect(data.body.length).toBeGreaterThan(50_000);
      await server.close();
    }));

  it('no number of records in a query exhausts the memory of the process', () =>
    onDatabase(async (databaseUrl) => {
      const server = await startServer({
        NODE_OPTIONS: `--max-old-space-size=${heap}`,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const person = await newPerson(server);
      const { token } = person;
      const dataSetId = await person.openedContinuous();
      const text = 'x'.repeat(4_000);
      for (let batch = 0; batch < 2; batch += 1) {
        const records = Array.from({ length: 500 }, (_, index) =>
          cbg({ time: at(batch * 500 + index), payload: { text } }),
        );
        const { status } = await api(server).post(`/v1/data_sets/${dataSetId}/data`, {
          token,
          body: records,
        });
        expect(status).toBe(200);
      }
      const pages = (count: number, first: number): string =>
        `{ me { ${Array.from({ length: count }, (_, index) => `d${index}: data(first: ${first - index}) { edges { node { ... on ContinuousGlucose { payload } } } }`).join(' ')} } }`;
      const { graph } = api(server);

      expect((await graph(pages(1, 5), { token })).body.data.me.d0.edges).toHaveLength(5);
      for (const count of [6, 10, 30]) {
        const { body } = await graph(pages(count, 6_000 / count), { token });
        expect({ count, codes: codesOf(body.errors) }).toEqual({ count, codes: ['TOO_MUCH_DATA'] });
        expect(body.errors[0].extensions.status).toBe(422);
      }
      await Promise.all(Array.from({ length: 6 }, () => graph(pages(10, 600), { token })));
      expect(server.isRunning()).toBe(true);
      expect((await graph(pages(1, 5), { token })).body.data.me.d0.edges).toHaveLength(5);
      await server.close();
    }));
});
