import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { md5, sendBlob } from '../../../support/content';
import { formatFindings } from '../../../support/findings';
import { rawRequest } from '../../../support/raw-http';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, ...calls } = api(server);

let me: TestAccount;
beforeEach(async () => {
  me = await newAccount(server);
});

const create = async (mediaType = 'text/plain', raw?: string): Promise<Json> =>
  (await sendBlob(server, me.userId, { token: me.token, raw, headers: { 'Content-Type': mediaType } })).body;
const list = (query = '') => get(`/v1/users/${me.userId}/blobs?${query}`, { token: me.token });
const idsOf = (body: Json): string[] => body.map(({ id }: Json) => id);
const remove = (path: string) => calls.delete(path, { token: me.token });

describe('the list of blobs', () => {
  it('contains those with content, newest first', async () => {
    const [first, second] = [await create('text/plain', '1'), await create('text/plain', '2')];
    await create();
    const { status, body } = await list();
    expect(status).toBe(200);
    // Two in the same millisecond are in the order of their ids.
    const expected = [first, second].sort((one, other) =>
      `${one.createdTime}${one.id}` < `${other.createdTime}${other.id}` ? 1 : -1,
    );
    expect(body).toEqual(expected);
  });

  it('is empty for a new account', async () => {
    expect((await list()).body).toEqual([]);
  });

  it('is filtered by state', async () => {
    const [full, waiting] = [await create('text/plain', '1'), await create()];
    expect(idsOf((await list('status=created')).body)).toEqual([waiting.id]);
    for (const query of ['status=created,available', 'status=created&status=available']) {
      expect(idsOf((await list(query)).body).sort()).toEqual([full.id, waiting.id].sort());
    }
  });

  it('is filtered by the exact media type', async () => {
    const plain = await create('text/plain', '1');
    const utf8 = await create('text/plain; charset=utf-8', '2');
    const csv = await create('text/csv', '3');
    expect(idsOf((await list('mediaType=text/plain')).body)).toEqual([plain.id]);
    expect(idsOf((await list('mediaType=text/plain%3B%20charset=utf-8')).body)).toEqual([utf8.id]);
    const both = (await list('mediaType=TEXT/csv&mediaType=text/plain')).body;
    expect(idsOf(both).sort()).toEqual([plain.id, csv.id].sort());
  });

  it('is paged', async () => {
    for (const text of ['1', '2', '3']) await create('text/plain', text);
    const whole = idsOf((await list()).body);
    expect(idsOf((await list('size=2')).body)).toEqual(whole.slice(0, 2));
    expect(idsOf((await list('size=2&page=1')).body)).toEqual(whole.slice(2));
    expect((await list('page=5')).body).toEqual([]);
  });

  it.each([
    ['status=gone', 'value-not-allowed status'],
    ['status=', 'value-empty status'],
    ['status=created,created', 'value-duplicate status'],
    ['mediaType=text', 'value-not-valid mediaType'],
    ['mediaType=text/plain,', 'value-empty mediaType'],
    ['mediaType=text/plain&mediaType=text/plain', 'value-duplicate mediaType'],
    ['size=0', 'value-out-of-range size'],
    ['size=1001', 'value-out-of-range size'],
    ['page=-1', 'value-out-of-range page'],
    ['page=0&page=1', 'not-parsed page'],
    ['other=1', 'not-parsed other'],
  ])('refuses %s', async (query, finding) => {
    const answer = await list(query);
    expect([answer.status, formatFindings(answer)]).toEqual([400, [finding]]);
  });

  it('is a list in the graph', async () => {
    await create('text/plain', '1');
    await create('text/csv', '2');
    await create('text/csv');
    const query = `query ($after: String) { me { blobs(first: 1, after: $after, mediaTypes: ["text/csv"],
      statuses: [CREATED, AVAILABLE]) { edges { node { mediaType } } pageInfo { hasNextPage endCursor } } } }`;
    const first = (await graph(query, { token: me.token })).body.data.me.blobs;
    expect(first.edges).toEqual([{ node: { mediaType: 'text/csv' } }]);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const variables = { after: first.pageInfo.endCursor };
    const second = (await graph(query, { token: me.token, variables })).body.data.me.blobs;
    expect([second.edges.length, second.pageInfo.hasNextPage]).toEqual([1, false]);
  });
});

it('lists with different filters can be queried at once', async () => {
  const [full, waiting] = [await create('text/plain', '1'), await create()];
  const query = `query ($id: ID!) {
    me { full: blobs { edges { node { id } } } waiting: blobs(statuses: [CREATED]) { edges { node { id } } } }
    user(id: $id) { none: blobs(mediaTypes: ["a/b"]) { edges { node { id } } } } }`;
  const { body } = await graph(query, { token: me.token, variables: { id: me.userId } });
  const page = (...blobs: Json[]) => ({ edges: blobs.map(({ id }) => ({ node: { id } })) });
  expect(body.data).toEqual({
    me: { full: page(full), waiting: page(waiting) },
    user: { none: page() },
  });
});

describe('the content of a blob', () => {
  const text = 'hello '.repeat(10_000);
  const read = (id: string, method = 'GET') =>
    rawRequest(server.url, `/v1/blobs/${id}/content`, {
      method,
      headers: { 'X-Tidepool-Session-Token': me.token, 'Accept-Encoding': 'gzip' },
    });

  it('is returned byte for byte, uncompressed, with its digest, and never as a page', async () => {
    const { id } = await create('Text/HTML; Charset=utf-8', text);
    const { status, headers, body } = await read(id);
    expect(status).toBe(200);
    expect(body.toString()).toBe(text);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(text.length),
      digest: `MD5=${md5(text)}`,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['cache-control']).toContain('no-store');
  });

  it('supports HEAD', async () => {
    const { id } = await create('text/plain', text);
    const { status, headers, body } = await read(id, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, String(text.length), 0]);
  });

  it('lets web pages see the digest', async () => {
    const { id } = await create('text/plain', text);
    const { headers } = await get(`/v1/blobs/${id}/content`, {
      token: me.token,
      headers: { Origin: 'https://example.org' },
    });
    expect(headers.get('access-control-expose-headers')).toContain('Digest');
  });
});

describe('deleting a blob', () => {
  it('returns 204 without a body, and then 404', async () => {
    const { id } = await create('text/plain', '1');
    const answer = await remove(`/v1/blobs/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const path of [`/v1/blobs/${id}`, `/v1/blobs/${id}/content`]) {
      expect((await get(path, { token: me.token })).status).toBe(404);
    }
    expect((await remove(`/v1/blobs/${id}`)).status).toBe(404);
    expect((await list()).body).toEqual([]);
  });

  it('keeps it if it has another revision', async () => {
    const { id } = await create('text/plain', '1');
    expect((await remove(`/v1/blobs/${id}?revision=0`)).status).toBe(404);
    expect((await remove(`/v1/blobs/${id}?revision=x`)).status).toBe(400);
    expect((await remove(`/v1/blobs/${id}?revision=1`)).status).toBe(204);
  });

  it('deletes all of an account, and no others', async () => {
    const other = await newAccount(server);
    const kept = (await sendBlob(server, other.userId, { token: other.token, raw: 'x' })).body;
    await create('text/plain', '1');
    await create();
    expect((await remove(`/v1/users/${me.userId}/blobs`)).status).toBe(204);
    expect((await list('status=created,available')).body).toEqual([]);
    expect((await remove(`/v1/users/${me.userId}/blobs`)).status).toBe(204);
    expect((await get(`/v1/blobs/${kept.id}`, { token: other.token })).status).toBe(200);
  });

  it('works in the graph too', async () => {
    const { id } = await create('text/plain', '1');
    await create('text/plain', '2');
    const one = 'mutation ($input: DeleteBlobInput!) { deleteBlob(input: $input) { done } }';
    const run = (query: string, input: object) => graph(query, { token: me.token, variables: { input } });
    const stale = (await run(one, { blobId: id, revision: 7 })).body;
    expect(stale.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await run(one, { blobId: id })).body).toEqual({ data: { deleteBlob: { done: true } } });
    const all = 'mutation ($input: DeleteBlobsInput!) { deleteBlobs(input: $input) { deletedCount } }';
    expect((await run(all, { userId: me.userId })).body).toEqual({
      data: { deleteBlobs: { deletedCount: 1 } },
    });
  });
});

describe('ids in the path', () => {
  it('are validated after the token and before any look-up', async () => {
    for (const path of ['/v1/blobs/xyz', '/v1/blobs/xyz/content', '/v1/users/xyz/blobs']) {
      expect((await get(path)).status).toBe(401);
      const answer = await get(path, { token: me.token });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].code).toBe('parameter-invalid');
    }
  });

  it('that are unknown are 404 for blobs, and empty lists for a server that names an account', async () => {
    expect((await get(`/v1/blobs/${'z'.repeat(32)}`, { token: me.token })).status).toBe(404);
    const token = await newServerToken(server);
    const { status, body } = await get('/v1/users/0123456789/blobs', { token });
    expect([status, body]).toEqual([200, []]);
  });
});
