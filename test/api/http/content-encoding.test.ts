import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { newAccount, type TestAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { call, post, put } = api(server);
const megabyte = 1024 * 1024;

let me: TestAccount;
beforeAll(async () => (me = await newAccount(server)));

const profile = (raw: Buffer, encoding: string) =>
  put(`/metadata/${me.userId}/profile`, {
    token: me.token,
    raw,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
  });

describe('a compressed body', () => {
  const text = JSON.stringify({ fullName: 'Packed' });

  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('is decompressed: %s', async (encoding, raw) => {
    const { status, body } = await profile(raw, encoding);
    expect({ status, body }).toMatchObject({ status: 200, body: { fullName: 'Packed' } });
  });

  it('is too large if its decompressed content is', async () => {
    const { status, body } = await profile(gzipSync(Buffer.alloc(200 * megabyte, ' ')), 'gzip');
    expect([status, body.code]).toEqual([413, 413]);
  });

  it('is refused if corrupt', async () => {
    expect((await profile(Buffer.from(text), 'gzip')).status).toBe(400);
    expect((await profile(gzipSync(text).subarray(0, 20), 'gzip')).status).toBe(400);
  });

  it.each(['compress', 'gzip, gzip', 'nonsense'])(
    'is refused with an unknown encoding: %s',
    async (encoding) => {
      const { status, body } = await profile(Buffer.from(text), encoding);
      expect(status).toBe(415);
      expect(body).toMatchObject({ code: 415, message: expect.stringContaining(encoding) });
    },
  );

  it('is refused where bytes are stored as they arrive', async () => {
    const sent = await post(`/v1/users/${me.userId}/blobs`, {
      token: me.token,
      raw: gzipSync(text),
      headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' },
    });
    expect(sent.status).toBe(415);
    expect(sent.body.errors).toEqual([expect.objectContaining({ code: 'encoding-not-supported' })]);
  });

  it('is decompressed for the graph and the token service too', async () => {
    const query = gzipSync(JSON.stringify({ query: '{ me { id } }' }));
    const answer = await post('/graphql', {
      token: me.token,
      raw: query,
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });
    expect(answer.body.data.me.id).toBe(me.userId);
    const form = await post('/realms/qa1/protocol/openid-connect/token', {
      raw: gzipSync('client_id=blip&grant_type=nonsense'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
    });
    expect(form.body.error).toBe('unsupported_grant_type');
  });
});

describe('a query of the graph', () => {
  const ask = (type: string) =>
    post('/graphql', {
      token: me.token,
      raw: JSON.stringify({ query: '{ me { id } }' }),
      headers: { 'Content-Type': type },
    });

  it.each([
    '',
    '; charset=utf-8',
    '; charset="utf-8"',
    '; Charset= UTF-8',
    '; charset=',
    ';charset=utf8;a=b',
  ])('is UTF-8, named like application/json%s', async (parameters) => {
    const { status, body } = await ask(`application/json${parameters}`);
    expect([status, body.data?.me.id]).toEqual([200, me.userId]);
  });

  it('is refused in another encoding', async () => {
    const { status, body } = await ask('application/json; charset=iso-8859-1');
    expect([status, JSON.stringify(body)]).toEqual([415, expect.stringContaining('UTF-8')]);
  });
});

describe('a known path', () => {
  it.each([
    ['DELETE', '/info', 'GET, HEAD'],
    ['PATCH', '/auth/user', 'GET, HEAD, POST, PUT'],
    ['PUT', '/v1/clinics', 'GET, HEAD, POST'],
    ['POST', '/v1/device_logs/x', 'GET, HEAD'],
    ['GET', '/realms/qa1/protocol/openid-connect/token', 'POST'],
  ])('lists its methods for %s %s', async (method, path, allowed) => {
    const { status, headers, body } = await call(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
    if (!path.startsWith('/realms'))
      expect(body).toMatchObject({ code: 405, message: expect.stringContaining(method) });
  });
});
