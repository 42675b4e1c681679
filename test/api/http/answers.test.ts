import { Agent } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { rawRequest } from '../../support/raw-http';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { call, get } = api(server);

describe('a request without a route', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/Auth/user'],
    ['GET', '/dataservices/info'],
    ['GET', '//info'],
    ['PATCH', '/graphql/nothing'],
    ['GET', '/v1/users/a/b/c/d/e'],
    ['GET', '/<script>alert(1)</script>'],
  ])('is not found, with a JSON body: %s %s', async (method, path) => {
    const { status, headers, body } = await call(method, path, { headers: { Accept: 'text/html' } });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({ code: 404, message: expect.stringMatching(/\.$/) });
    expect(body.errors[0].detail ?? body.errors[0].message).toBe(body.message);
  });

  it.each([
    ['POST', '/auth/oauthlogin', 404],
    ['GET', '/auth', 404],
    ['PATCH', '/access/nobody', 405],
    ['PUT', '/metadata/%c3%28/profile', 400],
    ['GET', '/confirm/nothing', 404],
  ])('says why as other routes of its area do: %s %s', async (method, path, status) => {
    const answer = await rawRequest(server.url, path, { method });
    const { message } = JSON.parse(answer.body.toString());
    expect(message).toMatch(/\.$/);
    expect(JSON.parse(answer.body.toString())).toEqual({ code: status, message, reason: message });
  });

  it.each([
    ['/auth/user/%zz'],
    ['/auth/user/%'],
    ['/metadata/%c3%28/profile'],
    ['/confirm/accept/signup/%ff'],
    ['/docs/assets/%zz'],
    ['/explorer/%zz'],
    ['/realms/%zz/protocol/openid-connect/auth'],
  ])('is a bad request if the path cannot be decoded: %s', async (path) => {
    for (const method of ['GET', 'PUT', 'POST']) {
      const { status, headers, body } = await rawRequest(server.url, path, { method });
      expect({ path, method, isCallersFault: status === 400 || status === 404 }).toEqual({
        path,
        method,
        isCallersFault: true,
      });
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(body.toString())).toMatchObject({ code: status, message: expect.any(String) });
    }
  });

  it('says what is wrong with a path that cannot be decoded', async () => {
    for (const path of ['/auth/user/%zz', '/confirm/accept/signup/%ff'])
      expect((await rawRequest(server.url, path, { method: 'PUT' })).body.toString()).toContain(
        'The path cannot be decoded',
      );
  });

  it.each([
    ['/auth/user/a%2Fb'],
    ['/auth/user/..%2F..%2Fetc'],
    ['/metadata/%00/profile'],
    ['/auth/user/%0d%0ax: y'],
  ])('may contain unusual names: %s', async (path) => {
    const { status } = await rawRequest(server.url, path.replace(' ', '%20'), {
      headers: { 'X-Tidepool-Session-Token': (await newAccount(server)).token },
    });
    expect(status).toBe(401);
  });
});

describe('every path', () => {
  it('may end with a slash', async () => {
    expect((await get('/info/')).status).toBe(200);
  });

  it('supports HEAD', async () => {
    const answer = await rawRequest(server.url, '/info', { method: 'HEAD' });
    expect({ status: answer.status, length: answer.body.length }).toEqual({ status: 200, length: 0 });
    expect((await rawRequest(server.url, '/nothing', { method: 'HEAD' })).status).toBe(404);
    expect((await rawRequest(server.url, '/auth/user', { method: 'HEAD' })).status).toBe(401);
  });

  it.each([['/dataservices/v1/time'], ['/dataservices/v1/time/'], ['/v1/time?x=1']])(
    'is found as %s',
    async (path) => {
      expect((await get(path)).status).toBe(200);
    },
  );
});

describe('a response', () => {
  it('comes on the connection of the previous one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const paths = ['/info', '/nothing', '/auth/user', '/v1/time'];
    const answers = [];
    for (const path of paths) answers.push(await rawRequest(server.url, path, { agent }));
    agent.destroy();
    expect(answers.map(({ connectionWasReused }) => connectionWasReused)).toEqual([false, true, true, true]);
  });

  it('is compressed if the client accepts it', async () => {
    const compressed = await rawRequest(server.url, '/openapi.json', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers.vary).toMatch(/accept-encoding/i);
    expect(JSON.parse(gunzipSync(compressed.body).toString())).toHaveProperty('openapi');
    const plain = await rawRequest(server.url, '/openapi.json');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toEqual(gunzipSync(compressed.body));
    const refused = await rawRequest(server.url, '/openapi.json', {
      headers: { 'Accept-Encoding': 'gzip;q=0, br' },
    });
    expect(refused.body).toEqual(plain.body);
  });

  const ofPages = [
    ...['content-security-policy', 'origin-agent-cluster', 'referrer-policy', 'x-dns-prefetch-control'],
    ...['x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
  ];

  it.each([
    ['GET', '/info'],
    ['GET', '/nothing'],
    ['GET', '/auth/user'],
    ['POST', '/graphql'],
    ['GET', '/realms/qa1/.well-known/openid-configuration'],
    ['GET', '/openapi.json'],
  ])('for programs has no content security policy: %s %s', async (method, path) => {
    const { headers } = await call(method, path, {
      ...(method === 'POST' && { body: { query: '{ me { id } }' } }),
    });
    expect(headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
    expect(ofPages.filter((name) => headers.has(name))).toEqual([]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age/);
    const size = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('').length;
    expect(size).toBeLessThan(900);
  });

  it.each(['/explorer', '/docs', '/graphql', '/login'])('for people has one: %s', async (path) => {
    const { headers } = await get(path, { headers: { Accept: 'text/html' } });
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    for (const name of [
      'content-security-policy',
      'x-frame-options',
      'referrer-policy',
      'x-content-type-options',
    ])
      expect([path, name, headers.has(name)]).toEqual([path, name, true]);
  });

  it('does not reveal the software', async () => {
    const { headers } = await get('/info');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('omits unknown fields, and never contains null', async () => {
    const { userId, token } = await newAccount(server, { verified: false });
    const serverToken = await newServerToken(server);
    const answers = [
      await get('/info'),
      await get('/v1/time'),
      await get('/auth/user', { token }),
      await get('/auth/token', { token }),
      await get('/auth/login', { token }),
      await get(`/auth/user/${userId}`, { token: serverToken }),
      await get('/metadata/collections', { token }),
      await get(`/metadata/${userId}/profile`, { token }),
      await get('/nothing'),
    ];
    expect(answers.map(({ body }) => nullsIn(body))).toEqual(answers.map(() => []));
  });

  it.each([['{"username":'], ['[[['], ['\u0000']])(
    'to an error reveals nothing about our code: %s',
    async (raw) => {
      for (const path of ['/auth/user', '/graphql']) {
        const { text } = await call('POST', path, { raw, headers: { 'Content-Type': 'application/json' } });
        expect(text).not.toMatch(/node_modules|\.[jt]s:\d|\bat \w+ \(|stack/);
      }
    },
  );
});

function nullsIn(value: Json, path = ''): string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => nullsIn(inner, `${path}/${key}`));
}
