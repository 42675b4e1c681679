import { api } from '../../support/api';
import { startOwnApp } from '../../support/own-app';
import { rawRequest } from '../../support/raw-http';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get } = api(server);
const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };

describe('/', () => {
  it('explains the service to people, with working links', async () => {
    const { status, headers, text } = await get('/', asBrowser);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('vary')).toMatch(/accept\b/i);
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path);
    expect(links).toEqual(['/explorer', '/graphql', '/docs', '/openapi.json', '/invitations']);
    for (const link of links) expect([link, (await get(link, asBrowser)).status]).toEqual([link, 200]);
  });

  it.each([
    ['JSON', { Accept: 'application/json' }],
    ['anything', { Accept: '*/*' }],
    ['nothing in particular', {}],
  ])(
    'responds with JSON to programs that accept %s, like any path without a route',
    async (_name, headers) => {
      const { status, headers: answered, body } = await rawRequest(server.url, '/', { headers });
      expect([status, answered['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 404 });
    },
  );

  it('does not link to the invitations page if a web application handles invitations', async () => {
    const own = await startOwnApp({ WEB_URL: 'https://web.example.org' });
    expect((await api(own.server).get('/', asBrowser)).text).not.toContain('/invitations');
    await own.close();
  });
});

describe('/favicon.ico', () => {
  it('is an image that pages link to', async () => {
    const { status, headers, text } = await get('/favicon.ico');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(text).toMatch(/^<svg/);
    for (const path of ['/', '/docs', '/explorer', '/invitations', '/login', '/graphql'])
      expect([
        path,
        (await get(path, asBrowser)).text.includes('rel="icon" href="data:image/svg+xml,'),
      ]).toEqual([path, true]);
  });
});

describe('/docs', () => {
  it('lists every route of the OpenAPI document, even without scripts', async () => {
    const { text } = await get('/docs');
    const { paths } = (await get('/openapi.json')).body;
    const routes = Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.length).toBeGreaterThan(150);
    const listed = [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, route]) => route);
    expect(listed.sort()).toEqual(routes.sort());
    expect(text).toContain('href="/openapi.json"');
  });
});

describe('/graphql', () => {
  it('links to the explorer if a browser cannot reach the servers of Apollo', async () => {
    const { status, headers, text } = await get('/graphql', asBrowser);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<a href="/explorer">');
  });

  it("turns off Apollo's usage tracking", async () => {
    expect((await get('/graphql', asBrowser)).text).toContain('runTelemetry: false');
  });
});
