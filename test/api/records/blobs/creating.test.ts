import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { md5, md5OfNothing, sendBlob } from '../../../support/content';
import { formatFindings } from '../../../support/findings';
import { rawRequest } from '../../../support/raw-http';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const bytes = Buffer.from([0, 1, 2, 253, 254, 255, 10, 13]);

let me: TestAccount;
beforeAll(async () => {
  me = await newAccount(server);
});

const send = (options: object = {}) =>
  sendBlob(server, me.userId, { token: me.token, raw: bytes, ...options });
const contentOf = (id: string) =>
  rawRequest(server.url, `/v1/blobs/${id}/content`, { headers: { 'X-Tidepool-Session-Token': me.token } });

describe('creating a blob', () => {
  it('returns 201 with its metadata', async () => {
    const { status, body } = await send({ headers: { 'Content-Type': 'application/gzip' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      userId: me.userId,
      digestMD5: md5(bytes),
      mediaType: 'application/gzip',
      size: 8,
      status: 'available',
      createdTime: instant,
      modifiedTime: instant,
      revision: 1,
    });
    expect((await get(`/v1/blobs/${body.id}`, { token: me.token })).body).toEqual(body);
  });

  it('waits for content if there is no body', async () => {
    const { status, body } = await send({ raw: undefined });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: me.userId,
      digestMD5: md5OfNothing,
      mediaType: 'application/octet-stream',
      size: 0,
      status: 'created',
      createdTime: instant,
      revision: 0,
    });
    expect((await contentOf(body.id)).status).toBe(404);
  });

  it('allows a server to create for an account, but not without one', async () => {
    const token = await newServerToken(server);
    expect((await send({ token })).status).toBe(201);
    expect((await sendBlob(server, randomUUID(), { token, raw: bytes })).status).toBe(404);
  });

  it('stores a compressed body unchanged', async () => {
    const { body } = await send({ headers: { 'Content-Type': 'application/gzip' } });
    expect((await contentOf(body.id)).body).toEqual(bytes);
  });
});

describe('the header Content-Type of a blob', () => {
  it.each([
    ['Text/Plain', 'text/plain'],
    ['text/plain;charset=UTF-8', 'text/plain; charset=UTF-8'],
    ['multipart/x; B="two words" ;  a=1;', 'multipart/x; a=1; b="two words"'],
  ])('%s is stored as %s', async (sent, kept) => {
    expect((await send({ headers: { 'Content-Type': sent } })).body.mediaType).toBe(kept);
  });

  it.each([
    'text',
    'text/',
    '/plain',
    'text/plain; a="é"',
    'text/plain; charset',
    'text/plain; a=1; A=2',
    `text/${'x'.repeat(252)}`,
  ])('%s is refused', async (sent) => {
    const answer = await send({ headers: { 'Content-Type': sent } });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['header-invalid about the whole']]);
  });

  it('may have 256 characters', async () => {
    const longest = `text/${'x'.repeat(251)}`;
    expect((await send({ headers: { 'Content-Type': longest } })).body.mediaType).toBe(longest);
  });

  it('is required', async () => {
    const answer = await post(`/v1/users/${me.userId}/blobs`, { token: me.token, raw: bytes });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['header-missing about the whole']]);
  });
});

it('a blob whose headers are both wrong is refused with both', async () => {
  const answer = await send({ headers: { 'Content-Type': 'text', Digest: 'MD5=short' } });
  const finding = 'header-invalid about the whole';
  expect([answer.status, formatFindings(answer)]).toEqual([400, [finding, finding]]);
  expect(answer.body.message).toContain('Content-Type');
});

describe('the header Digest of a blob', () => {
  it.each([
    ['with its name', `MD5=${md5(bytes)}`],
    ['with its name in another case', `md5=${md5(bytes)}`],
    ['alone', md5(bytes)],
    ['null, as a library writes when it has none', 'null'],
  ])('is accepted %s', async (_how, Digest) => {
    expect((await send({ headers: { Digest } })).status).toBe(201);
  });

  it.each([
    'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'MD5=short',
    `MD5=${'!'.repeat(22)}==`,
    'MD5=',
  ])('is refused as %s', async (Digest) => {
    const answer = await send({ headers: { Digest } });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['header-invalid about the whole']]);
  });

  it.each([bytes, undefined])('must match the content', async (raw) => {
    const answer = await send({ raw, headers: { Digest: `MD5=${md5('something else')}` } });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['digests-not-equal /digestMD5']]);
  });
});

it.each(['Content-Type', 'Digest'])('refuses the header %s if it is repeated', async (name) => {
  const values: Record<string, string> = { 'Content-Type': 'text/plain', Digest: `MD5=${md5(bytes)}` };
  const { status, body } = await rawRequest(server.url, `/v1/users/${me.userId}/blobs`, {
    method: 'POST',
    headers: {
      'X-Tidepool-Session-Token': me.token,
      'Content-Type': 'text/plain',
      [name]: [values[name] ?? '', values[name] ?? ''],
    },
    body: bytes,
  });
  expect(status).toBe(400);
  expect(JSON.parse(body.toString()).errors[0].code).toBe('header-invalid');
});

describe('adding content to a blob', () => {
  const waiting = async (): Promise<string> => (await send({ raw: undefined })).body.id;
  const add = (id: string, options: object = {}) =>
    put(`/v1/blobs/${id}/content`, {
      token: me.token,
      raw: bytes,
      headers: { 'Content-Type': 'text/csv' },
      ...options,
    });

  it('makes it available with the new media type', async () => {
    const id = await waiting();
    const { status, body } = await add(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'available',
      mediaType: 'text/csv',
      size: 8,
      digestMD5: md5(bytes),
      modifiedTime: instant,
      revision: 1,
    });
    expect((await contentOf(id)).body).toEqual(bytes);
  });

  it('is possible once, even for concurrent requests', async () => {
    const id = await waiting();
    const answers = await Promise.all([add(id), add(id, { raw: Buffer.from('other') })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    const content = await contentOf(id);
    expect(md5(content.body)).toBe(winner.digestMD5);
    // The state is checked before the headers.
    expect((await add(id, { headers: {} })).status).toBe(409);
  });

  it('requires at least one byte', async () => {
    const id = await waiting();
    expect((await add(id, { raw: undefined })).status).toBe(400);
    expect((await get(`/v1/blobs/${id}`, { token: me.token })).body.status).toBe('created');
  });

  it('follows the same header rules', async () => {
    const id = await waiting();
    expect(formatFindings(await add(id, { headers: {} }))).toEqual(['header-missing about the whole']);
    const wrong = await add(id, { headers: { 'Content-Type': 'text/csv', Digest: md5('other') } });
    expect(formatFindings(wrong)).toEqual(['digests-not-equal /digestMD5']);
    expect((await get(`/v1/blobs/${id}`, { token: me.token })).body.revision).toBe(0);
  });

  it('returns 404 for an unknown blob', async () => {
    expect((await add('0'.repeat(32))).status).toBe(404);
  });
});

it('in the graph creates a blob with its upload URL', async () => {
  const mutation = `mutation ($input: CreateBlobInput!) {
    createBlob(input: $input) { blob { id status mediaType size revision uploadUrl contentUrl } } }`;
  const input = { userId: me.userId, mediaType: 'Text/Plain' };
  const { body } = await graph(mutation, { token: me.token, variables: { input } });
  const { id, uploadUrl, ...blob } = body.data.createBlob.blob;
  expect(blob).toEqual({
    status: 'CREATED',
    mediaType: 'text/plain',
    size: 0,
    revision: 0,
    contentUrl: null,
  });
  expect(uploadUrl).toBe(`${server.url}/v1/blobs/${id}/content`);
  const path = uploadUrl.slice(server.url.length);
  expect((await put(path, { token: me.token, raw: bytes, headers: { 'Content-Type': 'a/b' } })).status).toBe(
    200,
  );
  const query = 'query ($id: ID!) { blob(id: $id) { status uploadUrl contentUrl } }';
  expect((await graph(query, { token: me.token, variables: { id } })).body.data.blob).toEqual({
    status: 'AVAILABLE',
    uploadUrl: null,
    contentUrl: uploadUrl,
  });
  const wrong = await graph(mutation, {
    token: me.token,
    variables: { input: { ...input, mediaType: 'text' } },
  });
  expect(wrong.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
});
