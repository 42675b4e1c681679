import { newAccount, type TestAccount } from '../support/accounts';
import { api, type Answer } from '../support/api';
import { findDatabaseServer } from '../support/installed-programs';
import { openRestartableDatabase, type RestartableDatabase } from '../support/mariadb';
import { startServer, type RunningServer } from '../support/server-process';
import { openGate, type TcpGate } from '../support/tcp-gate';
import { waitFor } from '../support/wait-until';

const refusal = ({ status, headers }: Answer) => `${status} ${headers.get('retry-after')}`;

// The test times out if there is no response.
(findDatabaseServer() ? describe : describe.skip)('of two ways to a database, of which one hangs,', () => {
  let database: RestartableDatabase;
  let gates: [TcpGate, TcpGate];
  let server: RunningServer;
  let me: TestAccount;

  const setName = (fullName: string) =>
    api(server).put(`/metadata/${me.userId}/profile`, { token: me.token, body: { fullName } });
  const nameOf = async () =>
    (await api(server).get(`/metadata/${me.userId}/profile`, { token: me.token })).body?.fullName;
  const waitUntilStored = (name: string) =>
    waitFor('a write to be stored', async () => ((await setName(name)).status === 200 ? true : undefined));
  /** More requests than connections. */
  const manyRequests = async () => {
    const calls = Array.from({ length: 10 }, (_, index) => [
      setName(`Name ${index}`),
      api(server).get('/auth/user', { token: me.token }),
      api(server).get(`/data/${me.userId}`, { token: me.token }),
    ]).flat();
    return (await Promise.all(calls)).map(refusal);
  };

  beforeAll(async () => {
    database = await openRestartableDatabase();
    const port = Number(new URL(database.url).port);
    gates = [await openGate(port), await openGate(port)];
    const url = database.url.replace(
      `127.0.0.1:${port}`,
      gates.map((gate) => `127.0.0.1:${gate.port}`).join(','),
    );
    server = await startServer({ DATABASE_URL: url, DATABASE_TIMEOUT: '2', DATABASE_POOL_SIZE: '5' });
    me = await newAccount(server);
  });
  afterAll(async () => {
    for (const gate of gates) gate.open();
    await server.close();
    for (const gate of gates) await gate.close();
    await database.close();
  });

  it('the other one is used, and no request waits for long', async () => {
    gates[0].stall();
    for (const answer of await manyRequests()) expect(['200 null', '503 5']).toContain(answer);
    await waitUntilStored('Ann');
    expect(server.logs()).toContain('another database server is used from now on');
    expect(await nameOf()).toBe('Ann');
  });

  it('and then the other one too, all requests get a response with Retry-After until one is back', async () => {
    gates[1].stall();
    expect(new Set(await manyRequests())).toEqual(new Set(['503 5']));
    expect(new Set(await manyRequests())).toEqual(new Set(['503 5']));
    gates[0].open();
    await waitUntilStored('Bea');
    expect(await nameOf()).toBe('Bea');
    gates[1].open();
    expect(new Set(await manyRequests())).toEqual(new Set(['200 null']));
  });
});
