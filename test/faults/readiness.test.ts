import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { api, type Json } from '../support/api';
import { findDatabaseServer } from '../support/installed-programs';
import { openRestartableDatabase, type RestartableDatabase } from '../support/mariadb';
import { findRedis, startRedis, type TestRedis } from '../support/redis';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

const ok = { state: 'ok', required: true };
const awayReason = 'does not answer, or takes no work';
const okBeside = { state: 'ok', required: false };

const readiness = (server: RunningServer) => api(server).get('/readyz');

/** Waits until the process reports ready or not ready. */
const waitForStatus = (server: RunningServer, status: number): Promise<Json> =>
  waitFor(`/readyz to answer ${status}`, async () => {
    const answer = await readiness(server);
    return answer.status === status ? answer.body : undefined;
  });

const waitForCheck = (server: RunningServer, name: string, state: string): Promise<Json> =>
  waitFor(`the check ${name} to be ${state}`, async () => {
    const { body } = await readiness(server);
    return body.checks[name]?.state === state ? body.checks[name] : undefined;
  });

describe('a process that works', () => {
  it('lists its back ends', async () => {
    const server = await startServer();
    const { status, body } = await readiness(server);
    expect([status, body]).toEqual([
      200,
      {
        status: 'ready',
        checks: { database: ok, migrations: ok, writing: ok, blobs: okBeside, mail: okBeside },
      },
    ]);
  });
});

describe('a process that cannot store blobs and mails', () => {
  it('is ready for everything else, and reports what fails', async () => {
    const server = await startServer({ MAIL_URL: 'smtp://me:a-secret@127.0.0.1:1' });
    rmSync(join(server.folder, 'blobs'), { recursive: true });
    writeFileSync(join(server.folder, 'blobs'), 'no folder');
    await server.stop();
    await server.start();
    const { status, body, text } = await readiness(server);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ready',
      checks: {
        blobs: { state: 'failing', required: false, reason: 'failed' },
        mail: { state: 'failing', required: false, reason: 'unreachable' },
      },
    });
    expect(text).not.toMatch(/127\.0\.0\.1|a-secret|glycograph-/);
  });
});

(findRedis() ? describe : describe.skip)('a process whose Redis is away', () => {
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.kill());

  it('is ready, and reports it; unless Redis is configured as required', async () => {
    const server = await startServer({ REDIS_URL: redis.url });
    const strict = await startServer({ REDIS_URL: redis.url, READY_REQUIRES: 'database,redis' });
    await waitForCheck(server, 'redis', 'ok');
    await waitForCheck(strict, 'redis', 'ok');
    expect(server.logs() + strict.logs()).not.toContain('REDIS_URL');
    await redis.kill();
    expect(await waitForCheck(server, 'redis', 'failing')).toEqual({
      ...{ state: 'failing', required: false, reason: 'unreachable' },
    });
    expect((await readiness(server)).status).toBe(200);
    await waitForStatus(strict, 503);
    await redis.start();
    await waitForCheck(server, 'redis', 'ok');
    await waitForStatus(strict, 200);
  });
});

(findDatabaseServer() ? describe : describe.skip)('a process whose database', () => {
  let database: RestartableDatabase;
  let server: RunningServer;

  beforeAll(async () => {
    database = await openRestartableDatabase();
    server = await startServer({ DATABASE_URL: database.url, READY_TIMEOUT: '0.5' });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });
  afterEach(() => waitForStatus(server, 200));

  it('is frozen responds in time as not ready, however often it is checked', async () => {
    database.freeze();
    try {
      // Writes are probed once a second.
      await waitForCheck(server, 'writing', 'failing');
      const answers = await Promise.all(Array.from({ length: 200 }, () => readiness(server)));
      const late = { state: 'failing', required: true, reason: 'no answer within 0.5 s' };
      for (const { status, headers, body } of answers) {
        expect([status, headers.get('retry-after')]).toEqual([503, '5']);
        expect(body).toMatchObject({ status: 'not ready', checks: { database: late, writing: late } });
      }
      expect((await api(server).get('/healthz')).status).toBe(200);
    } finally {
      database.thaw();
    }
  });

  it('is unavailable reports that it cannot be reached', async () => {
    await database.stop();
    const { checks } = await waitForStatus(server, 503);
    expect(checks.database).toEqual({ state: 'failing', required: true, reason: awayReason });
    await database.start();
  });

  it('is read-only reports that it can read', async () => {
    const admin = await createConnection(database.url);
    const setReadOnly = async (value: 0 | 1) => {
      const [[variable]] = (await admin.query("SHOW GLOBAL VARIABLES LIKE 't%x_read_only'")) as Json;
      const [[variableOfNew]] = (await admin.query(
        "SHOW GLOBAL VARIABLES LIKE 'transaction_read_only'",
      )) as Json;
      await admin.query(`SET GLOBAL ${(variableOfNew ?? variable).Variable_name} = ${value}`);
      // It applies to connections opened from now on.
      const [others] = (await admin.query(
        'SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND db IS NOT NULL',
      )) as Json;
      for (const { id } of others) await admin.query(`KILL ${id}`).catch(() => undefined);
    };
    await setReadOnly(1);
    const writing = await waitForCheck(server, 'writing', 'failing');
    expect(writing).toEqual({ state: 'failing', required: true, reason: awayReason });
    expect((await readiness(server)).body.checks.database.state).toBe('ok');
    await setReadOnly(0);
    await admin.end();
  });
});
