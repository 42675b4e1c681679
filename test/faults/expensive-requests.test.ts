import { join } from 'node:path';
import { api, tokenHeader } from '../support/api';
import { writeManyReadings } from '../support/many-readings';
import { ownDatabases } from '../support/own-databases';
import { newPerson, type Person } from '../support/person';
import { at, cbg } from '../support/records';
import { loadDuring, openings, type Load } from '../support/server-load';
import { startServer, type RunningServer } from '../support/server-process';
import { closeStreams, overWebSocket, withToken, type Answers } from '../support/streams';

/** Mebibytes: heap size of a small machine, and other memory of the process. */
const heap = 512;
const besideHeap = 512;

/** Maximum factor by which others wait longer than for a page of records; test machines are busy. */
const tolerance = 6;

const page = '{ me { data(first: 1000) { edges { node { id time } } } } }';

const profiles = (count: number, days: number): string =>
  `{ me { ${Array.from({ length: count }, (_, index) => `p${index}: glucoseProfile(days: ${days - index}) { records }`).join(' ')} } }`;

interface Setting {
  server: RunningServer;
  account: Person;
  /** Maximum time that others wait while a page of records is read. */
  silence: number;
}

/** A server with a small heap, and an account with years of sensor data. */
async function withManyReadings(
  databaseUrl: string | undefined,
  doublings: number,
  test: (setting: Setting) => Promise<void>,
): Promise<void> {
  const server = await startServer({
    NODE_OPTIONS: `--max-old-space-size=${heap}`,
    // On a busy machine, the heaviest query that passes takes longer than usual.
    OPERATION_TIMEOUT: '60',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  const account = await newPerson(server);
  await writeManyReadings(databaseUrl ?? `sqlite:${databaseFile(server)}`, account.userId, doublings);
  const { token } = account;
  const { longestSilence } = await loadDuring(server, async () => {
    for (let times = 0; times < 8; times += 1) await api(server).graph(page, { token });
  });
  await test({ server, account, silence: longestSilence });
  await server.close();
}

const databaseFile = ({ folder }: RunningServer): string => join(folder, 'glycograph.db');

function expectBearable({ server, silence }: Setting, { longestSilence, peakMemory }: Load<unknown>): void {
  expect(server.isRunning()).toBe(true);
  expect(longestSilence / silence).toBeLessThan(tolerance);
  expect(peakMemory).toBeLessThan(heap + besideHeap);
}

describe.each(ownDatabases)('with many readings, on %s,', (dialect, onDatabase) => {
  const doublings = dialect === 'SQLite' ? 9 : 6;

  it('no query of an account delays others, or exhausts the memory of the process', () =>
    onDatabase((databaseUrl) =>
      withManyReadings(databaseUrl, doublings, async (setting) => {
        const { server, account } = setting;
        const { token } = account;
        const { graph } = api(server);

        const refused = await graph(profiles(30, 90), { token });
        expect({ status: refused.status, code: refused.body.errors[0].extensions.code }).toEqual({
          status: 400,
          code: 'BAD_USER_INPUT',
        });
        expect(refused.body.errors[0].message).toMatch(/would cost \d+/);

        const began = performance.now();
        const asked = await loadDuring(server, () => graph(profiles(4, 90), { token }));
        const duration = performance.now() - began;
        expect(Object.values<{ records: number }>(asked.result.body.data.me)).toHaveLength(4);
        expect(asked.result.body.data.me.p0.records).toBeGreaterThan(20_000);
        expectBearable(setting, asked);

        const query = '{ me { latestData(filter: { deviceId: "another sensor" }) { id } } }';
        const nothing = await loadDuring(server, () => graph(query, { token }));
        expect(nothing.result.body).toEqual({ data: { me: { latestData: [] } } });
        expectBearable(setting, nothing);

        // Six whose clients have gone, and one queued behind them.
        const gone = Array.from({ length: 6 }, () => leave(server, token, profiles(4, 90)));
        await Promise.all(gone);
        const asksAgain = performance.now();
        expect((await graph('{ me { glucoseProfile { records } } }', { token })).status).toBe(200);
        expect(performance.now() - asksAgain).toBeLessThan(2 * duration);
        expect(server.logs().includes('a field failed')).toBe(false);

        if (dialect === 'SQLite') {
          await Promise.all(Array.from({ length: 60 }, () => graph(page, { token })));
          // Three in addition to those of snapshots: one to migrate, one to write, one to read.
          expect(openings(server, databaseFile(server)) ?? 0).toBeLessThanOrEqual(30 + 3);
        }
      }),
    ));
});

/** Sends a request, and disconnects once the server has started processing it. */
async function leave({ url }: RunningServer, token: string, query: string): Promise<void> {
  const leaving = new AbortController();
  const asked = fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [tokenHeader]: token },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  });
  // Requests are processed in order, so this one has started by then.
  await (await fetch(`${url}/readyz`)).text();
  leaving.abort();
  await asked.catch(() => undefined);
}

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const ofType = 'name description fields { name description args { name description } type { name } }';

const ofStrangers: [string, object | string][] = [
  [
    'the schema under many names',
    {
      query: `{ ${times(28, (index) => `s${index}: __schema { types { ...T } __typename: types { ...T } }`)} } fragment T on __Type { ${ofType} }`,
    },
  ],
  [
    'the schema under few names',
    {
      query: `{ ${times(10, (index) => `s${index}: __schema { types { ...T } }`)} } fragment T on __Type { ${ofType} }`,
    },
  ],
  ['1.8 MB of fields', { query: `{ ${'a '.repeat(900_000)} }` }],
  ['60 kB of fields', { query: `{ ${'a '.repeat(30_000)} }` }],
  ['5,000 nested braces', { query: `${'{a'.repeat(5_000)}${'}'.repeat(5_000)}` }],
  ['a body that only nests', '['.repeat(1_900_000)],
  ['a body of empty lists', `{"query":"{ serverTime }","a":[${'[],'.repeat(600_000)}0]}`],
  [
    'fragments in fragments',
    {
      query: `{ me { ...F0 } } ${times(90, (index) => `fragment F${index} on User { a: id ...F${index + 1} ...F${index + 1} }`)} fragment F90 on User { id }`,
    },
  ],
];

it('no request of an anonymous caller delays others, or gets a long response', async () => {
  const server = await startServer({ NODE_OPTIONS: `--max-old-space-size=${heap}` });
  const { graph, post } = api(server);
  const introspection = '{ __schema { types { name fields { name type { name } } } } }';
  const { longestSilence: silence } = await loadDuring(server, async () => {
    for (let count = 0; count < 5; count += 1) await graph(introspection);
  });
  for (const [name, request] of ofStrangers) {
    const raw = typeof request === 'string' ? request : JSON.stringify(request);
    const send = () => post('/graphql', { raw, headers: { 'Content-Type': 'application/json' } });
    const load = await loadDuring(server, send);
    expect({
      name,
      status: [400, 413].includes(load.result.status),
      isShort: load.result.text.length < 2_500,
    }).toEqual({
      name,
      status: true,
      isShort: true,
    });
    expect(server.isRunning()).toBe(true);
    expect(load.longestSilence / silence).toBeLessThan(tolerance);
    expect(load.peakMemory).toBeLessThan(heap + besideHeap);
  }
  expect(server.logs().includes('stack')).toBe(false);
  await server.close();
});

describe.each(ownDatabases)('with many subscriptions, on %s,', (_dialect, onDatabase) => {
  afterEach(closeStreams);

  /** A document that costs almost as much as one may, and loads what no other of them does. */
  const pages = (minute: number) =>
    times(
      8,
      (index) =>
        `d${index}: data(first: 1000, to: "2100-01-01T${10 + index}:${10 + minute}:00Z") { edges { node { time type id } } }`,
    );
  const subscription = (userId: string, minute: number) =>
    `subscription { dataAdded(userId: "${userId}") { dataSet { createdBy { ${pages(minute)} } } } }`;

  it('no event of an account delays others, or exhausts the memory of the process', () =>
    onDatabase((databaseUrl) =>
      withManyReadings(databaseUrl, 1, async (setting) => {
        const { server, account } = setting;
        const { userId, token } = account;
        const dataSetId = await account.openedContinuous();
        const { longestSilence: silence } = await loadDuring(server, async () => {
          for (let minute = 0; minute < 4; minute += 1)
            await api(server).graph(`{ me { ${pages(minute)} } }`, { token });
        });
        const client = overWebSocket(server, withToken(token));
        const streams: Answers[] = [];
        for (let minute = 0; minute < 48; minute += 1)
          streams.push(await client.subscribe(subscription(userId, minute)));

        const load = await loadDuring(server, async () => {
          await account.uploaded(dataSetId, [cbg({ time: at(0) })]);
          const lengths = [];
          for (const answers of streams) {
            const { data } = await answers.next();
            lengths.push(data.dataAdded.dataSet.createdBy.d7.edges.length);
          }
          return lengths;
        });
        expect(load.result).toEqual(streams.map(() => 1000));
        expectBearable({ ...setting, silence }, load);
      }),
    ));
});
