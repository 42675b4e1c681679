import { api } from '../../support/api';
import { startOwnApp } from '../../support/own-app';
import { rawRequest } from '../../support/raw-http';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get } = api(server);

describe('/info', () => {
  it('shows where to log in and which client versions are supported', async () => {
    const { status, body } = await get('/info');
    expect(status).toBe(200);
    expect(body).toEqual({
      auth: { url: server.url, realm: 'glycograph' },
      versions: {
        uploaderMinimum: '2.53.0',
        loop: { minimumSupported: '1.1.0', criticalUpdateNeeded: [] },
      },
    });
  });

  it('shows what is configured', async () => {
    const own = await startOwnApp({
      AUTH_URL: 'https://auth.example.org/',
      SERVICE_NAME: 'clinic',
      UPLOADER_MINIMUM: '3.0.0-rc.1',
      LOOP_MINIMUM: '2.0.1',
      LOOP_CRITICAL_UPDATES: '1.9.0, 2.0.0',
    });
    const { body } = await api(own.server).get('/info');
    await own.close();
    expect(body).toEqual({
      auth: { url: 'https://auth.example.org', realm: 'clinic' },
      versions: {
        uploaderMinimum: '3.0.0-rc.1',
        loop: { minimumSupported: '2.0.1', criticalUpdateNeeded: ['1.9.0', '2.0.0'] },
      },
    });
  });

  it('is the same on every host name', async () => {
    for (const Host of ['api.example.org', 'uploads.example.org:8443']) {
      const { status, body } = await rawRequest(server.url, '/info', { headers: { Host } });
      expect([status, JSON.parse(body.toString()).auth.url]).toEqual([200, server.url]);
    }
  });

  it('names a token service that responds at the URL made of its parts', async () => {
    const { auth } = (await get('/info')).body;
    const discovery = `${auth.url}/realms/${auth.realm}/.well-known/openid-configuration`;
    const response = await fetch(discovery);
    expect(await response.json()).toMatchObject({ issuer: `${auth.url}/realms/${auth.realm}` });
  });

  it('is public, even with an invalid token', async () => {
    expect((await get('/info', { token: 'nonsense' })).status).toBe(200);
    expect((await get('/info?unknown=1')).status).toBe(200);
  });
});

describe('/v1/time', () => {
  it.each([['/v1/time'], ['/dataservices/v1/time']])('responds at %s without a token', async (path) => {
    const before = Date.now();
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(Object.keys(body.data)).toEqual(['time']);
    expect(body.data.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const time = Date.parse(body.data.time);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });
});

describe('the state of the process', () => {
  it('is reported to load balancers', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('is reported to Prometheus, without names of people', async () => {
    await get('/auth/user/somebody@example.org');
    await get('/nothing/somebody@example.org');
    const { status, headers, text } = await get('/metrics/prometheus');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{[^}]*route="\/auth\/user\/:userId"[^}]*\} \d+$/m,
    );
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).not.toContain('somebody');
  });
});
