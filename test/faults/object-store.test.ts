import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { md5, sendBlob, sendLog } from '../support/content';
import { startObjectStore, type ObjectStore } from '../support/object-store';
import { newServerClock } from '../support/server-clock';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

const mebibyte = 1024 * 1024;

let objects: ObjectStore;
let server: RunningServer;
let me: TestAccount;

beforeEach(async () => {
  objects = await startObjectStore();
  server = await startServer({ BLOB_URL: objects.url, ...objects.credentials });
  me = await newAccount(server);
});

afterEach(async () => {
  await server.close();
  await objects.close();
});

describe('content in an object store', () => {
  it('is returned as uploaded', async () => {
    const raw = Buffer.alloc(12 * mebibyte, 'pump dump ');
    const blob = await sendBlob(server, me.userId, { token: me.token, raw });
    expect(blob).toMatchObject({ status: 201, body: { size: raw.length, digestMD5: md5(raw) } });
    const answer = await api(server).get(`/v1/blobs/${blob.body.id}/content`, { token: me.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('digest')).toBe(`MD5=${md5(raw)}`);
    expect(md5(answer.text)).toBe(md5(raw));
    const log = await sendLog(server, me.userId, me.token);
    const content = await api(server).get(`/v1/device_logs/${log.body.id}/content`, { token: me.token });
    expect(content).toMatchObject({ status: 200, body: [{ type: 'send' }] });
    expect(await objects.keys()).toHaveLength(2);
  });

  it('is deleted with its blob', async () => {
    const { body } = await sendBlob(server, me.userId, { token: me.token, raw: 'short-lived' });
    expect(await objects.keys()).toHaveLength(1);
    await api(server).delete(`/v1/blobs/${body.id}`, { token: me.token });
    await waitFor('the content to go', async () => ((await objects.keys()).length === 0 ? true : undefined));
  });

  it('is not stored if its digest differs, or if it is too large', async () => {
    const headers = { Digest: md5('other') };
    expect((await sendBlob(server, me.userId, { token: me.token, raw: 'x', headers })).status).toBe(400);
    const outgoing = request(`${server.url}/v1/users/${me.userId}/blobs`, {
      method: 'POST',
      headers: { 'X-Tidepool-Session-Token': me.token, 'Content-Type': 'text/plain' },
    });
    outgoing.on('error', () => undefined);
    const answer = once(outgoing, 'response');
    const piece = Buffer.alloc(mebibyte);
    for (let count = 0; count < 100; count += 1) if (!outgoing.write(piece)) await once(outgoing, 'drain');
    outgoing.end('x');
    const [response] = await answer;
    expect(response.statusCode).toBe(413);
    expect(await objects.keys()).toEqual([]);
  });

  it('that is unavailable is an error of the service that reveals nothing about the store', async () => {
    const { body } = await sendBlob(server, me.userId, { token: me.token, raw: 'x' });
    await objects.close();
    const answer = await api(server).get(`/v1/blobs/${body.id}/content`, { token: me.token });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|s3/i);
  });

  it.each<[what: string, settings: () => Record<string, string>]>([
    ['refuses the credentials', () => ({ AWS_ACCESS_KEY_ID: 'revoked' })],
    ['has lost the bucket', () => ({ BLOB_URL: objects.url.replace('s3://content', 's3://renamed') })],
  ])('is answered with Retry-After while the store %s', async (_what, settings) => {
    const { body } = await sendBlob(server, me.userId, { token: me.token, raw: 'x' });
    await server.stop();
    const refused = await startServer({
      DATABASE_URL: `sqlite:${join(server.folder, 'glycograph.db')}`,
      SERVER_SECRET: server.serverSecret,
      ...{ BLOB_URL: objects.url, ...objects.credentials, ...settings() },
    });
    const answers = [
      await sendBlob(refused, me.userId, { token: me.token, raw: 'y' }),
      await sendBlob(refused, me.userId, { token: me.token, raw: Buffer.alloc(6 * mebibyte) }),
      await api(refused).get(`/v1/blobs/${body.id}/content`, { token: me.token }),
    ];
    for (const { status, headers } of answers)
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('is accepted at once after the clock was wrong, and after it was corrected', async () => {
    await server.close();
    const clock = newServerClock();
    server = await startServer({ ...clock.settings, BLOB_URL: objects.url, ...objects.credentials });
    me = await newAccount(server);
    const statuses: number[] = [];
    for (const hours of [0, 3, -3]) {
      await clock.step(hours * 3_600_000, server);
      statuses.push((await sendBlob(server, me.userId, { token: me.token, raw: 'x' })).status);
    }
    clock.close();
    expect(statuses).toEqual([201, 201, 201]);
  });
});
