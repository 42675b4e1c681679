import { newAccount, type TestAccount } from '../support/accounts';
import { api, type Answer } from '../support/api';
import { sendBlob, sendLog } from '../support/content';
import { startObjectStore, type ObjectStore } from '../support/object-store';
import { startServer, type RunningServer } from '../support/server-process';
import { openGate, throughGate, type TcpGate } from '../support/tcp-gate';
import { waitFor } from '../support/wait-until';

const mebibyte = 1024 * 1024;

const refusal = ({ status, headers }: Answer) => [status, headers.get('retry-after')];

// The test times out if there is no response.
describe('an object store that no longer responds', () => {
  let objects: ObjectStore;
  let gate: TcpGate;
  let server: RunningServer;
  let me: TestAccount;

  const send = (raw: Buffer | string) => sendBlob(server, me.userId, { token: me.token, raw });
  const contentOf = (id: string) => api(server).get(`/v1/blobs/${id}/content`, { token: me.token });

  beforeAll(async () => {
    objects = await startObjectStore();
    const url = new URL(objects.url);
    const endpoint = url.searchParams.get('endpoint') ?? '';
    gate = await openGate(Number(new URL(endpoint).port));
    url.searchParams.set('endpoint', new URL(throughGate(endpoint, gate)).origin);
    server = await startServer({ BLOB_URL: url.href, BLOB_TIMEOUT: '1', ...objects.credentials });
    me = await newAccount(server);
  });
  afterAll(async () => {
    gate.open();
    await server.close();
    await gate.close();
    await objects.close();
  });

  it('gives requests that need it a response with Retry-After, delays no others, and recovers', async () => {
    const { body: kept } = await send('kept');
    const { body: deleted } = await send('deleted');
    gate.stall();
    const needing = [
      send('small'),
      // In several parts.
      send(Buffer.alloc(12 * mebibyte, 'large')),
      sendLog(server, me.userId, me.token),
      contentOf(kept.id),
    ];
    const { token, userId } = me;
    const others = [
      await api(server).get(`/v1/users/${userId}/blobs`, { token }),
      await api(server).put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann' } }),
      await api(server).delete(`/v1/blobs/${deleted.id}`, { token }),
    ];
    expect(others.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2]);
    expect((await Promise.all(needing)).map(refusal)).toEqual(needing.map(() => [503, '5']));
    const readiness = await waitFor('/readyz to tell of it', async () => {
      const { body } = await api(server).get('/readyz');
      return body.checks.blobs.state === 'failing' ? body : undefined;
    });
    expect(readiness).toMatchObject({ status: 'ready', checks: { blobs: { required: false } } });
    gate.open();
    const sent = await send('sent anew');
    expect(sent.status).toBe(201);
    expect((await contentOf(sent.body.id)).text).toBe('sent anew');
    expect((await api(server).get(`/v1/users/${userId}/blobs`, { token })).body).toHaveLength(2);
    await waitFor('the content of the deleted blob to go', async () =>
      (await objects.keys()).filter((key) => key.includes('/content/')).length === 2 ? true : undefined,
    );
  });
});
