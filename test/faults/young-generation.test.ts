import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { ownDatabases } from '../support/own-databases';
import { at, cbg } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';

const mebibyte = 1024 * 1024;

let server: RunningServer;

afterEach(() => server.close());

/** A metric of the process; 0 if it has not counted anything yet. */
async function metric(name: string): Promise<number> {
  const { text } = await api(server).get('/metrics/prometheus');
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

/** Bytes of the young generation. */
const youngBytes = () => metric('nodejs_heap_space_size_total_bytes{space="new"}');

/** Bytes in use in the old generation, which only major collections free. */
const oldBytes = () => metric('nodejs_heap_space_size_used_bytes{space="old"}');

const readings = 1_000;

async function uploadReadings({ userId, token }: TestAccount): Promise<void> {
  const dataSet = await api(server).post(`/v1/users/${userId}/datasets`, { token, body: {} });
  const body = Array.from({ length: readings }, (_, index) => cbg({ time: at(index * 5) }));
  const path = `/v1/datasets/${dataSet.body.data.id}/data`;
  expect((await api(server).post(path, { token, body })).status).toBe(200);
}

const pageQuery = `query Page($first: Int!) { me { data(types: [CBG], order: NEWEST_FIRST, first: $first) {
  edges { node { id time ... on ContinuousGlucose { value } } } } } }`;

describe('the young generation of a process that has just started', () => {
  it('is small, although nearly all that a start makes lives on, and grows with the work', async () => {
    server = await startServer();
    expect(await youngBytes()).toBeLessThan(16 * mebibyte);
    for (let count = 0; count < 10; count += 1)
      expect((await api(server).get('/openapi.json')).status).toBe(200);
    expect(await youngBytes()).toBeGreaterThan(2 * mebibyte);
  });
});

describe('the young generation of a busy process', () => {
  it('stays small beside a request at a time, however long, and grows with many at once', async () => {
    server = await startServer();
    const me = await newAccount(server);
    await uploadReadings(me);
    const read = () => api(server).graph(pageQuery, { token: me.token, variables: { first: 500 } });
    for (let count = 0; count < 200; count += 1) expect((await read()).status).toBe(200);
    expect(await youngBytes()).toBeLessThanOrEqual(16 * mebibyte);
    await Promise.all(Array.from({ length: 300 }, read));
    expect(await youngBytes()).toBeGreaterThan(16 * mebibyte);
    expect(await youngBytes()).toBeLessThanOrEqual(32 * mebibyte);
  });
});

describe.each(ownDatabases)('what requests leave behind on %s', (_name, on) => {
  it('is freed by minor collections', () =>
    on(async (databaseUrl) => {
      server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
      const me = await newAccount(server);
      await uploadReadings(me);
      const read = () => api(server).graph(pageQuery, { token: me.token, variables: { first: 500 } });
      for (let count = 0; count < 100; count += 1) expect((await read()).status).toBe(200);
      const before = await oldBytes();
      for (let count = 0; count < 300; count += 1) await read();
      // Without the care that `docs/speed-tricks.md` tells of, a request leaves 30 kB or more.
      expect(((await oldBytes()) - before) / 300).toBeLessThan(15_000);
      await server.close();
    }));
});
