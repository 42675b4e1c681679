import BetterSqlite3 from 'better-sqlite3';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { sendBlob, storedFiles } from '../support/content';
import { findDatabaseServer } from '../support/installed-programs';
import { openRestartableDatabase } from '../support/mariadb';
import { startObjectStore } from '../support/object-store';
import { findRedis, startRedis } from '../support/redis';
import { startServer } from '../support/server-process';
import { openSmtpSink } from '../support/smtp-sink';
import { closeStreams, overWebSocket, withToken } from '../support/streams';
import { openGate, throughGate } from '../support/tcp-gate';
import { waitFor } from '../support/wait-until';

describe('a process that is asked to stop', () => {
  it('finishes running requests, accepts no new ones, and ends', async () => {
    const server = await startServer({ LOG_LEVEL: 'info' });
    const { userId, token } = await newAccount(server);
    const { hostname, port } = new URL(server.url);
    const running = request({
      ...{ hostname, port, path: `/metadata/${userId}/profile`, method: 'PUT' },
      headers: { 'X-Tidepool-Session-Token': token, 'Transfer-Encoding': 'chunked', Expect: '100-continue' },
    });
    running.flushHeaders();
    // From here on the server waits for the body.
    await once(running, 'continue');
    running.write('{"fullName":');

    const stopped = server.stop();
    await waitFor('the server to stop listening', () =>
      fetch(`${server.url}/healthz`).then(
        () => undefined,
        () => true,
      ),
    );
    expect(server.isRunning()).toBe(true);

    running.end('"Ann"}');
    const [response] = await once(running, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
    await stopped;
    expect(server.isRunning()).toBe(false);

    await server.start();
    const { body } = await api(server).get(`/metadata/${userId}/profile`, { token });
    expect(body).toEqual({ fullName: 'Ann' });
  });

  it('does not wait for idle connections', async () => {
    const server = await startServer();
    await api(server).get('/info');
    await server.stop();
    expect(server.isRunning()).toBe(false);
  });
});

/** So long that only the end of the process can end a wait. */
const patient = { DATABASE_TIMEOUT: '600', BLOB_TIMEOUT: '600', REDIS_TIMEOUT: '60', SHUTDOWN_TIMEOUT: '1' };

// `stop` checks the maximum duration, and throws when it is exceeded.
describe('a process that is asked to stop while a back end hangs', () => {
  afterEach(closeStreams);

  (findDatabaseServer() && findRedis() ? it : it.skip)('ends, and keeps what it has in memory', async () => {
    const [database, redis, objects, sink] = [
      await openRestartableDatabase(),
      await startRedis(),
      await startObjectStore(),
      await openSmtpSink(),
    ];
    const blobUrl = new URL(objects.url);
    const endpoint = blobUrl.searchParams.get('endpoint') ?? '';
    const [toObjects, toMails] = [
      await openGate(Number(new URL(endpoint).port)),
      await openGate(Number(new URL(sink.url).port)),
    ];
    blobUrl.searchParams.set('endpoint', new URL(throughGate(endpoint, toObjects)).origin);
    const server = await startServer({
      ...{ ...patient, ...objects.credentials },
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url },
      ...{ BLOB_URL: blobUrl.href, MAIL_URL: throughGate(sink.url, toMails) },
    });
    const me = await newAccount(server, { verified: false });
    const { userId, token } = me;
    const listening = overWebSocket(server, withToken(token));
    expect((await listening.ask('{ me { id } }')).data.me.id).toBe(userId);
    const blob = await sendBlob(server, userId, { token, raw: 'kept' });

    toMails.stall();
    await api(server).post(`/confirm/send/signup/${userId}`, { token });
    const locker = await createConnection(database.url);
    locker.on('error', () => undefined);
    // From here on no reads are stored.
    await locker.query('LOCK TABLES audit_reads WRITE, audit_accesses WRITE');
    await api(server).get('/auth/user', { token });
    toObjects.stall();
    const cutOff = [
      sendBlob(server, userId, { token, raw: 'more' }),
      api(server).get(`/v1/blobs/${blob.body.id}/content`, { token }),
    ];
    await waitFor('the store to be asked', () => toObjects.isHolding || undefined);
    redis.freeze();
    database.freeze();
    cutOff.push(api(server).put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann' } }));
    const ends = Promise.allSettled(cutOff);

    await server.stop();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(storedFiles(join(server.folder, 'waiting-rows'))).not.toEqual([]);
    expect(server.logs()).not.toContain('rows were lost');
    expect(server.logs()).not.toContain('stopping took too long');

    locker.destroy();
    redis.thaw();
    await Promise.all([toObjects.close(), toMails.close()]);
    await Promise.all([database.close(), redis.kill(), objects.close(), sink.close()]);
  });

  it('ends, and stores its memory, when another process locks its SQLite file', async () => {
    const server = await startServer(patient);
    const { userId, token } = await newAccount(server);
    const other = new BetterSqlite3(join(server.folder, 'glycograph.db'));
    other.exec('BEGIN IMMEDIATE');
    const read = await api(server).get('/auth/user', { token });
    expect(read.status).toBe(200);
    const writing = api(server).put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann' } });
    const end = Promise.allSettled([writing]);
    await server.stop();
    expect((await end).map(({ status }) => status)).toEqual(['rejected']);
    expect(storedFiles(join(server.folder, 'waiting-rows'))).not.toEqual([]);
    expect(server.logs()).not.toContain('rows were lost');
    other.close();
  });
});
