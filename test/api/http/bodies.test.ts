import { newAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { rawRequest } from '../../support/raw-http';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const megabyte = 1024 * 1024;
const nestedArrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a body', () => {
  it('of fifty megabytes is refused with a JSON body that browsers may read', async () => {
    const { userId, token } = await newAccount(server);
    const raw = Buffer.alloc(50 * megabyte, 'x');
    const { status, headers, body } = await put(`/metadata/${userId}/profile`, {
      token,
      raw,
      headers: { Origin: 'https://web.example.org' },
    });
    expect(status).toBe(413);
    expect(headers.get('access-control-allow-origin')).toBe('https://web.example.org');
    expect(body).toMatchObject({ code: 413, reason: expect.any(String), message: body.reason });
    expect((await get(`/metadata/${userId}/profile`, { token })).status).toBe(404);
  });

  it('of fifty megabytes without a length is refused too', async () => {
    const { userId, token } = await newAccount(server);
    const { status } = await rawRequest(server.url, `/metadata/${userId}/profile`, {
      method: 'PUT',
      headers: { 'X-Tidepool-Session-Token': token, 'Transfer-Encoding': 'chunked' },
      body: Buffer.alloc(50 * megabyte, 'x'),
    });
    expect(status).toBe(413);
  });

  it('is read only after authentication', async () => {
    const { userId } = await newAccount(server);
    const raw = Buffer.alloc(2 * megabyte, 'x');
    expect((await put(`/metadata/${userId}/profile`, { raw })).status).toBe(401);
  });

  it('may be nested 64 levels deep, and no deeper', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/metadata/${userId}/profile`;
    expect((await put(path, { token, raw: `{"a":${nestedArrays(63)}}` })).status).toBe(200);
    const { status, body } = await put(path, { token, raw: `{"a":${nestedArrays(64)}}` });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ code: 'json-malformed' })]);
    const bottomless = await put(path, { token, raw: `{"a":${nestedArrays(250_000)}}` });
    expect(bottomless.status).toBe(400);
  });

  it('may contain any number of brackets within texts', async () => {
    const { userId, token } = await newAccount(server);
    const text = `\\"${'[{'.repeat(100)}`;
    const { status, body } = await put(`/metadata/${userId}/profile`, { token, body: { text } });
    expect({ status, body }).toEqual({ status: 200, body: { text } });
  });

  it.each([
    ['a byte that UTF-8 does not have', Buffer.from('7b2261223a22ff227d', 'hex')],
    ['half a character', Buffer.from('7b2261223a22c3227d', 'hex')],
    ['an overlong slash', Buffer.from('7b2261223a22c0af227d', 'hex')],
    ['half a surrogate pair', Buffer.from('7b2261223a22eda080227d', 'hex')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ])('with %s is not JSON', async (_what, raw) => {
    const { userId, token } = await newAccount(server);
    const { status, body } = await put(`/metadata/${userId}/profile`, { token, raw });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 400, reason: body.message });
  });

  it('may begin with a byte order mark', async () => {
    const { userId, token } = await newAccount(server);
    expect((await put(`/metadata/${userId}/profile`, { token, raw: '\ufeff{"a":1}' })).body).toEqual({
      a: 1,
    });
  });

  it.each([
    [undefined],
    ['application/x-www-form-urlencoded'],
    ['text/plain'],
    ['application/json; charset=latin1'],
    ['multipart/form-data'],
    ['nonsense'],
  ])('is read as JSON whatever its Content-Type is: %s', async (type) => {
    const { userId, token } = await newAccount(server);
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    const { status, body } = await put(`/metadata/${userId}/profile`, {
      token,
      raw: '{"name":"Zoë"}',
      headers,
    });
    expect({ status, body }).toEqual({ status: 200, body: { name: 'Zoë' } });
  });

  it.each<[string, Record<string, string>]>([
    ['without any header', {}],
    ['of length zero', { 'Content-Length': '0' }],
    ['of a form', { 'Content-Length': '0', 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['of JSON', { 'Content-Length': '0', 'Content-Type': 'application/json' }],
  ])('may be absent if none is needed: %s', async (_what, headers) => {
    const { userId, token } = await newAccount(server, { verified: false });
    const withToken = { ...headers, 'X-Tidepool-Session-Token': token };
    const send = (path: string) => rawRequest(server.url, path, { method: 'POST', headers: withToken });
    expect((await send(`/confirm/send/signup/${userId}`)).status).toBe(200);
    expect((await send('/auth/logout')).status).toBe(200);
  });

  it('is required if there is something to change', async () => {
    const { userId, token } = await newAccount(server);
    for (const path of ['/auth/user', `/metadata/${userId}/profile`]) {
      expect((await put(path, { token })).status).toBe(400);
    }
    expect((await post('/auth/user')).status).toBe(400);
  });
});
