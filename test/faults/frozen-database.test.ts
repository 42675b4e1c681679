import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { logIn, newAccount, type TestAccount } from '../support/accounts';
import { api, type Answer } from '../support/api';
import { findDatabaseServer } from '../support/installed-programs';
import { openRestartableDatabase, type RestartableDatabase } from '../support/mariadb';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** What a client sees while it waits for a response. */
const answered = ({ status, headers, body }: Answer) => ({
  status,
  retryAfter: headers.get('retry-after'),
  code: body?.errors?.[0]?.extensions?.code ?? body?.code,
});

// The test times out if there is no response.
(findDatabaseServer() ? describe : describe.skip)('a database that does not answer any more', () => {
  let database: RestartableDatabase;
  let server: RunningServer;
  let me: TestAccount;

  const setName = (fullName: string) =>
    api(server).put(`/metadata/${me.userId}/profile`, { token: me.token, body: { fullName } });
  const nameOf = async () =>
    (await api(server).get(`/metadata/${me.userId}/profile`, { token: me.token })).body?.fullName;
  const waitUntilReady = () =>
    waitFor('the process to be ready', async () =>
      (await api(server).get('/readyz')).status === 200 ? true : undefined,
    );

  beforeAll(async () => {
    database = await openRestartableDatabase();
    server = await startServer({
      DATABASE_URL: database.url,
      DATABASE_TIMEOUT: '1',
      DATABASE_POOL_SIZE: '5',
    });
    me = await newAccount(server);
    await setName('Ann');
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('does not block requests: those beyond the connections get a response with Retry-After', async () => {
    database.freeze();
    const calls = Array.from({ length: 8 }, () => [
      api(server).get('/auth/user', { token: me.token }),
      api(server).get(`/data/${me.userId}`, { token: me.token }),
      setName('Somebody else'),
      logIn(server, me.email, me.password),
      api(server).graph('{ me { id } }', { token: me.token }),
    ]).flat();
    const answers = (await Promise.all(calls)).map(answered);
    expect(new Set(answers.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
      new Set(['503 5']),
    );
    expect(answers.filter(({ code }) => code !== 503 && code !== 'UNAVAILABLE')).toEqual([]);
    // Nothing is left that would block the next request.
    expect(answered(await api(server).get('/auth/user', { token: me.token })).status).toBe(503);
    database.thaw();
    await waitUntilReady();
    expect(await nameOf()).toEqual(expect.stringMatching(/^(Ann|Somebody else)$/));
    expect((await setName('Bea')).status).toBe(200);
    expect(await nameOf()).toBe('Bea');
  });

  it('gives up waiting for a lock that is never released', async () => {
    const locker = await createConnection(database.url);
    await locker.query('BEGIN');
    await locker.query('SELECT * FROM metadata WHERE user_id = ? FOR UPDATE', [me.userId]);
    expect(answered(await setName('Dora'))).toEqual({ status: 503, retryAfter: '5', code: 503 });
    await locker.query('ROLLBACK');
    await locker.end();
    expect(await nameOf()).toBe('Bea');
  });

  it('responds with Retry-After if the connection is killed', async () => {
    const patient = await startServer({ DATABASE_URL: database.url, DATABASE_TIMEOUT: '60' });
    const admin = await createConnection(database.url);
    await admin.query('BEGIN');
    await admin.query('SELECT * FROM metadata WHERE user_id = ? FOR UPDATE', [me.userId]);
    const writing = api(patient).put(`/metadata/${me.userId}/profile`, {
      token: me.token,
      body: { fullName: 'Eve' },
    });
    const id = await waitFor('the writer to wait for the lock', async () => {
      const [rows] = await admin.query<RowDataPacket[]>('SHOW ENGINE INNODB STATUS');
      return /LOCK WAIT[^]*?thread id (\d+)/.exec(String(rows[0]?.Status))?.[1];
    });
    await admin.query(`KILL ${id}`);
    expect(answered(await writing)).toEqual({ status: 503, retryAfter: '5', code: 503 });
    await admin.query('ROLLBACK');
    await admin.end();
    expect(await nameOf()).toBe('Bea');
    await patient.close();
  });
});
