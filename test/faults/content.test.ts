import { once } from 'node:events';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { memoryDuring } from '../bench/resident-memory';
import { logEntry, md5, sendBlob, sendLog, storedFiles } from '../support/content';
import { rawRequest } from '../support/raw-http';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

const mebibyte = 1024 * 1024;
const limit = 100 * mebibyte;
/**
 * Mebibytes that a server would need if it held the content of the largest blob in memory. Buffers in transit take
 * half.
 */
const heldContent = 90;
const twoHours = 2 * 60 * 60;

let server: RunningServer;
let me: TestAccount;

beforeEach(async () => {
  server = await startServer();
  me = await newAccount(server);
});

afterEach(() => server.close());

const blobsOf = async () =>
  (await api(server).get(`/v1/users/${me.userId}/blobs?status=created,available`, { token: me.token })).body;

function begin(headers: Record<string, string> = {}): ClientRequest {
  return request(`${server.url}/v1/users/${me.userId}/blobs`, {
    method: 'POST',
    headers: { 'X-Tidepool-Session-Token': me.token, 'Content-Type': 'text/plain', ...headers },
  });
}

/** Writes the same chunk repeatedly, as fast as it is read. */
async function write(outgoing: ClientRequest, piece: Buffer, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain');
  }
}

async function answerOf(outgoing: ClientRequest): Promise<{ status: number; body: string }> {
  const [incoming] = await once(outgoing, 'response');
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  return { status: incoming.statusCode, body };
}

const stored = () => (existsSync(server.blobFolder) ? storedFiles(server.blobFolder) : []);

describe('an upload that fails leaves nothing:', () => {
  afterEach(async () => {
    await waitFor('an empty store', () => (stored().length === 0 ? true : undefined));
    expect(await blobsOf()).toEqual([]);
  });

  it('a wrong digest', async () => {
    const headers = { Digest: md5('other') };
    expect((await sendBlob(server, me.userId, { token: me.token, raw: 'x', headers })).status).toBe(400);
    expect((await sendLog(server, me.userId, me.token, [], headers)).status).toBe(400);
  });

  it('an invalid log', async () => {
    expect((await sendLog(server, me.userId, me.token, [{}])).status).toBe(400);
    expect((await sendLog(server, me.userId, me.token, '[')).status).toBe(400);
  });

  it('a disconnected sender', async () => {
    const outgoing = begin();
    outgoing.on('error', () => undefined);
    await write(outgoing, Buffer.alloc(mebibyte), 2);
    await waitFor('something to arrive', () => (stored().length > 0 ? true : undefined));
    outgoing.destroy();
    await waitFor('the upload to be given up', () => (stored().length === 0 ? true : undefined));
    expect(server.logs()).not.toContain('a request failed');
  });

  it('a length over the limit', async () => {
    const outgoing = begin({ 'Content-Length': String(limit + 1) });
    const answer = answerOf(outgoing);
    outgoing.flushHeaders();
    const { status, body } = await answer;
    outgoing.destroy();
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: 413, errors: [{ code: 'resource-too-large' }] });
    expect(JSON.parse(body)).not.toHaveProperty('status');
  });

  it('more bytes than the limit, without a length', async () => {
    const outgoing = begin();
    const answer = answerOf(outgoing);
    await write(outgoing, Buffer.alloc(mebibyte), 100);
    outgoing.end('x');
    expect((await answer).status).toBe(413);
  });
});

it('a killed process leaves an upload behind, which is swept', async () => {
  const kept = await sendBlob(server, me.userId, { token: me.token, raw: 'kept' });
  const log = await sendLog(server, me.userId, me.token);
  const owned = stored();
  expect(owned).toHaveLength(2);
  const outgoing = begin();
  outgoing.on('error', () => undefined);
  await write(outgoing, Buffer.alloc(mebibyte), 2);
  await waitFor('something to arrive', () => (stored().length > 2 ? true : undefined));
  await server.kill();
  expect(stored()).toHaveLength(3);

  const folder = join(server.blobFolder, 'content', 'aa');
  mkdirSync(folder, { recursive: true });
  const [orphan, fresh] = ['aa00000000000000000000000000000a', 'aa00000000000000000000000000000b'];
  for (const name of [orphan, fresh]) writeFileSync(join(folder, name), 'nobody refers to this');
  const long = Date.now() / 1000 - twoHours;
  const arriving = stored().filter((name) => name.includes('-'));
  utimesSync(join(folder, orphan), long, long);
  for (const name of arriving) utimesSync(join(server.blobFolder, 'incoming', name), long, long);
  for (const name of owned) {
    utimesSync(join(server.blobFolder, 'content', name.slice(0, 2), name), long, long);
  }

  await server.start();
  await waitFor('the sweep', () => (stored().length === 3 ? true : undefined));
  expect(stored().sort()).toEqual([...owned, fresh].sort());
  for (const path of [`/v1/blobs/${kept.body.id}/content`, `/v1/device_logs/${log.body.id}/content`]) {
    expect((await api(server).get(path, { token: me.token })).status).toBe(200);
  }
});

it('deleting removes the content', async () => {
  const before = stored().length;
  const { body } = await sendBlob(server, me.userId, { token: me.token, raw: 'short-lived' });
  expect(stored()).toHaveLength(before + 1);
  await api(server).delete(`/v1/blobs/${body.id}`, { token: me.token });
  await waitFor('the content to go', () => (stored().length === before ? true : undefined));
});

it('a disconnected receiver is not an error', async () => {
  const raw = Buffer.alloc(20 * mebibyte);
  const { body } = await sendBlob(server, me.userId, { token: me.token, raw });
  const path = `/v1/blobs/${body.id}/content`;
  const incoming = request(server.url + path, { headers: { 'X-Tidepool-Session-Token': me.token } }).end();
  const [response] = await once(incoming, 'response');
  await once(response, 'data');
  incoming.destroy();
  await server.stop();
  expect(server.logs()).not.toContain('a request failed');
});

const onLinux = existsSync('/proc/self/status') ? describe : describe.skip;

onLinux('memory', () => {
  /** Uploads and downloads 100 MiB in chunks; the server must not hold them in memory. */
  async function roundTrip(path: string, headers: Record<string, string>, piece: Buffer, times: number) {
    const outgoing = request(`${server.url}/v1/users/${me.userId}/${path}`, {
      method: 'POST',
      headers: { 'X-Tidepool-Session-Token': me.token, ...headers },
    });
    const answer = answerOf(outgoing);
    await write(outgoing, piece, times);
    outgoing.end();
    const { status, body } = await answer;
    expect(status).toBe(201);
    const incoming = request(`${server.url}/v1/${path}/${JSON.parse(body).id}/content`, {
      headers: { 'X-Tidepool-Session-Token': me.token },
    }).end();
    const [response] = await once(incoming, 'response');
    let size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
    return { status: response.statusCode, size };
  }

  it('does not grow with a blob of 100 MiB', async () => {
    // Memory for the first request of a kind does not depend on its size.
    await rawRequest(server.url, '/readyz');
    await sendBlob(server, me.userId, { token: me.token, raw: Buffer.alloc(mebibyte) });
    const { before, peak } = await memoryDuring(server.pid() ?? 0, async () => {
      const result = await roundTrip('blobs', { 'Content-Type': 'a/b' }, Buffer.alloc(mebibyte, 'x'), 100);
      expect(result).toEqual({ status: 200, size: limit });
    });
    expect(peak - before).toBeLessThan(heldContent);
  });

  it('does not grow with a device log of 100 MiB', async () => {
    const entry = JSON.stringify(logEntry({ message: 'x'.repeat(2000) }));
    const piece = Buffer.from(`${`${entry},`.repeat(500)}`);
    const times = Math.floor(limit / piece.length);
    const filled = Buffer.concat([
      Buffer.from('['),
      ...Array.from({ length: times }, () => piece),
      Buffer.from(`${entry}]`),
    ]);
    const headers = {
      'Content-Type': 'application/json',
      Digest: md5(filled),
      'X-Logs-Start-At-Time': '2024-05-06T00:00:00Z',
      'X-Logs-End-At-Time': '2024-05-07T00:00:00Z',
    };
    await sendLog(server, me.userId, me.token);
    const { before, peak } = await memoryDuring(server.pid() ?? 0, async () => {
      const result = await roundTrip('device_logs', headers, filled, 1);
      expect(result).toEqual({ status: 200, size: filled.length });
    });
    expect(peak - before).toBeLessThan(heldContent);
  });
});
