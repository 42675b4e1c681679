import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph } = api(server);

const paths = ['/metrics/user/me/event', '/metrics/thisuser/event', '/metrics/server/worker/event'];
const kinds = ['USER', 'THIS_USER', 'SERVER'];

describe('metrics events', () => {
  it('are accepted from permitted callers, and all others get 401', async () => {
    const { token: user } = await newAccount(server);
    const trusted = await newServerToken(server);
    const expected = new Map<string | undefined, number[]>([
      [undefined, [200, 401, 401]],
      ['nonsense', [401, 401, 401]],
      [user, [200, 200, 401]],
      [trusted, [200, 401, 200]],
    ]);
    const mutation =
      'mutation ($input: RecordMetricsEventInput!) { recordMetricsEvent(input: $input) { done } }';
    for (const [token, statuses] of expected) {
      const answers = await Promise.all(paths.map((path) => get(path, { token })));
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      for (const { status, headers, body } of answers) {
        expect(headers.get('cache-control')).toBe('no-store');
        expect(body).toEqual(status === 200 ? undefined : { code: 401, message: expect.any(String) });
      }
      const inGraph = await Promise.all(
        kinds.map((kind) =>
          graph(mutation, { token, variables: { input: { kind, subject: 'me', eventName: 'event' } } }),
        ),
      );
      const codes = inGraph.map(({ body }) =>
        (body.errors ?? []).map((error: Json) => error.extensions.code),
      );
      expect(codes).toEqual(statuses.map((status) => (status === 200 ? [] : ['UNAUTHENTICATED'])));
    }
  });

  it('accept no restricted token', async () => {
    const { id } = await newRestrictedToken(server, await newAccount(server));
    expect((await get(`/metrics/thisuser/event?restricted_token=${id}`)).status).toBe(401);
    expect((await get('/metrics/user/me/event', { token: id })).status).toBe(401);
  });

  it.each([
    '/metrics/user/me',
    '/metrics/user/me/',
    '/metrics/thisuser/',
    '/metrics/thisuser',
    '/metrics/server/a/',
    '/metrics',
  ])('without a name are not found: %s', async (path) => {
    expect((await get(path, { token: await newServerToken(server) })).status).toBe(404);
  });

  it('with a name that cannot be decoded are refused', async () => {
    for (const path of ['/metrics/user/me/100%', '/metrics/user/me/a/%C3', '/metrics/user/%C3/event']) {
      expect((await get(path)).status).toBe(400);
    }
    expect((await get('/metrics/user/me/event?a=%C3&%=1')).status).toBe(200);
  });

  it('have a URL of at most 8 KiB', async () => {
    const path = '/metrics/user/me/event?a=';
    expect((await get(path + 'x'.repeat(8192 - path.length))).status).toBe(200);
    const { status, body } = await get(path + 'x'.repeat(8193 - path.length));
    expect(status).toBe(414);
    expect(body).toEqual({ code: 414, message: expect.any(String) });
    expect((await get(`/metrics/thisuser/event?a=${'x'.repeat(8192)}`)).status).toBe(401);
  });

  it('require a name and are limited in the graph too', async () => {
    const report = async (input: object) => {
      const mutation =
        'mutation ($input: RecordMetricsEventInput!) { recordMetricsEvent(input: $input) { done } }';
      const { body } = await graph(mutation, {
        variables: { input: { kind: 'USER', subject: 'me', ...input } },
      });
      return body.errors?.[0].extensions.code;
    };
    expect(await report({ eventName: '' })).toBe('BAD_USER_INPUT');
    expect(await report({ eventName: 'x', attributes: { a: 'x'.repeat(65_536) } })).toBe('PAYLOAD_TOO_LARGE');
    expect(await report({ eventName: 'x', attributes: { a: 'x'.repeat(60_000) } })).toBeUndefined();
  });

  it('are refused with a number that is too large to be stored', async () => {
    const input = '{ kind: USER, subject: "me", eventName: "x", attributes: { a: [1e400] } }';
    const { body } = await graph(`mutation { recordMetricsEvent(input: ${input}) { done } }`);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ source: { pointer: '/input/attributes/a/0' } }],
    });
  });
});
