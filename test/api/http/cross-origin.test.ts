import { basic, newAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { call, get, post } = api(server);

const origins = [['https://web.example.org'], ['http://localhost:3000'], ['null'], ['file://']];

const listOf = (header: string | null): string[] => (header ?? '').toLowerCase().split(/, */);

describe('a web application of any origin', () => {
  it.each([
    ['/auth/login', 'POST'],
    ['/auth/user', 'PUT'],
    ['/metadata/abc/profile', 'PUT'],
    ['/v1/users/abc/data_sets', 'POST'],
    ['/graphql', 'POST'],
    ['/nothing', 'DELETE'],
    ['/confirm/resend/invite/abc', 'PATCH'],
  ])('can send a preflight for %s before it calls with %s', async (path, method) => {
    for (const [origin = ''] of origins) {
      const answer = await call('OPTIONS', path, {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'content-type,x-tidepool-session-token',
        },
      });
      expect({ origin, status: answer.status, text: answer.text }).toEqual({ origin, status: 204, text: '' });
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-max-age')).toBe('600');
      const methods = listOf(answer.headers.get('access-control-allow-methods'));
      expect(methods).toEqual(expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']));
      expect(listOf(answer.headers.get('access-control-allow-headers'))).toEqual(
        expect.arrayContaining([
          ...['authorization', 'content-type', 'digest'],
          ...['x-tidepool-session-token', 'x-tidepool-trace-session', 'x-tidepool-trace-request'],
          ...['x-service-session-token', 'x-service-trace-session', 'x-service-trace-request'],
        ]),
      );
    }
  });

  it.each([
    ['/graphql', null],
    ['/graphql/', null],
    ['/GraphQL', null],
    ['/graphql/stream', null],
    ['/auth/user', 'true'],
    ['/graphqls', 'true'],
  ])('learns from %s whether to send credentials: %s', async (path, credentials) => {
    const headers = { Origin: 'https://web.example.org', 'Access-Control-Request-Method': 'POST' };
    for (const method of ['OPTIONS', 'POST']) {
      const answer = await call(method, path, { headers });
      expect([method, answer.headers.get('access-control-allow-credentials')]).toEqual([method, credentials]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://web.example.org');
    }
  });

  it('can read the token and the trace of a response', async () => {
    const { email, password } = await newAccount(server);
    const { headers } = await post('/auth/login', {
      headers: { Origin: 'https://web.example.org', Authorization: basic(email, password) },
    });
    expect(listOf(headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining([
        ...['x-tidepool-session-token', 'x-tidepool-trace-request', 'x-tidepool-trace-session'],
        ...['x-service-session-token', 'x-service-trace-request', 'x-service-trace-session'],
        'digest',
      ]),
    );
  });

  it.each([
    ['GET', '/info', 200],
    ['GET', '/auth/user', 401],
    ['GET', '/nothing', 404],
    ['POST', '/auth/user', 400],
    ['POST', '/graphql', 400],
    ['GET', '/metadata/%ff/profile', 400],
  ])('can read the response to %s %s, which is %i', async (method, path, expected) => {
    for (const [origin = ''] of origins) {
      const { status, headers } = await call(method, path, { headers: { Origin: origin } });
      expect(status).toBe(expected);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(listOf(headers.get('vary'))).toContain('origin');
    }
  });

  it('can read errors of known resources', async () => {
    const { email } = await newAccount(server);
    const body = { username: email, emails: [email], password: 'open-sesame' };
    const { status, headers } = await post('/auth/user', {
      body,
      headers: { Origin: 'http://localhost:3000' },
    });
    expect(status).toBe(409);
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  });

  it('gets a response without an origin too', async () => {
    expect((await get('/info')).status).toBe(200);
  });
});
