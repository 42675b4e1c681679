import { resolve } from 'node:path';
import { logIn, newAccount, newServerToken, signUp, type TestAccount } from '../support/accounts';
import { api, type Json } from '../support/api';
import { findDatabaseServer } from '../support/installed-programs';
import { openRestartableDatabase, type RestartableDatabase } from '../support/mariadb';
import { startServer, type RunningServer } from '../support/server-process';
import { closeStreams, overServerSentEvents, overWebSocket, withToken } from '../support/streams';
import { waitFor } from '../support/wait-until';

const partner = { client_id: 'trusted-partner', client_secret: 'correct horse/battery+staple' };

interface Answered {
  status: number;
  retryAfter: string | null;
  body: Json;
}

// SQLite runs within the process, so it is never unavailable.
(findDatabaseServer() ? describe : describe.skip)('while the database is away', () => {
  let database: RestartableDatabase;
  let server: RunningServer;
  let me: TestAccount;
  let serverToken: string;
  let tokens: Json;

  const form = async (path: string, fields: Record<string, string>, headers = {}): Promise<Answered> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: isJson ? JSON.parse(text) : text,
    };
  };
  const oauth = (name: string, fields: Record<string, string>, headers = {}) =>
    form(`/realms/qa1/protocol/openid-connect/${name}`, fields, headers);
  const passwordGrant = () =>
    oauth('token', {
      ...partner,
      grant_type: 'password',
      scope: 'openid',
      username: me.email,
      password: me.password,
    });
  const bearer = () => ({ Authorization: `Bearer ${tokens.access_token}` });

  /** Activity of clients that are unaware of the outage. */
  const atApi: [string, () => Promise<{ status: number; headers: Headers; body: Json }>][] = [
    ['a session token', () => api(server).get('/auth/user', { token: me.token })],
    ['an access token', () => api(server).get('/auth/user', { headers: bearer() })],
    [
      'a pair of tokens',
      () => api(server).get('/auth/user', { token: `kc:${tokens.access_token}:${tokens.refresh_token}` }),
    ],
    ['a token that is asked about', () => api(server).get(`/auth/token/${me.token}`, { token: serverToken })],
    ['a renewal', () => api(server).get('/auth/login', { token: me.token })],
    ['a log-in', () => logIn(server, me.email, me.password)],
    [
      'a sign-up',
      () =>
        signUp(server, { username: 'new@example.org', emails: ['new@example.org'], password: 'open-sesame' }),
    ],
    ['a read of data', () => api(server).get(`/data/${me.userId}`, { token: me.token })],
    ['a page of the graph', () => api(server).graph('{ me { id } }', { token: me.token })],
    [
      'a stream',
      () =>
        api(server).post('/graphql/stream', {
          headers: { ...withToken(me.token), Accept: 'text/event-stream' },
          body: { query: '{ me { id } }' },
        }),
    ],
  ];
  const atTokenService: [string, () => Promise<Answered>][] = [
    ['a log-in with a password', passwordGrant],
    [
      'a refresh',
      () => oauth('token', { ...partner, grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    ],
    ['an introspection', () => oauth('token/introspect', { ...partner, token: tokens.access_token })],
    ['the person of a token', () => oauth('userinfo', {}, bearer())],
    ['a log-out', () => oauth('logout', { ...partner, refresh_token: tokens.refresh_token })],
  ];
  const pages: [string, () => Promise<Answered>][] = [
    [
      'the log-in page',
      async () => {
        const query = new URLSearchParams({
          client_id: partner.client_id,
          redirect_uri: 'https://partner.example/callback',
          response_type: 'code',
          scope: 'openid',
        });
        const response = await fetch(
          `${server.url}/realms/qa1/protocol/openid-connect/auth?${query.toString()}`,
        );
        const { status, headers } = response;
        return { status, retryAfter: headers.get('retry-after'), body: await response.text() };
      },
    ],
    ['the link of a mail', () => form('/login', { signupKey: 'a-key' })],
    [
      'a new password',
      () =>
        form('/confirm-password-reset', {
          resetKey: 'a-key',
          email: 'somebody@example.org',
          password: 'open-sesame',
          'password-confirm': 'open-sesame',
        }),
    ],
  ];
  const logInMutation = () =>
    api(server).graph(
      'mutation ($email: String!, $password: String!) { logIn(input: { email: $email, password: $password }) { token } }',
      { variables: { email: me.email, password: me.password } },
    );

  beforeAll(async () => {
    database = await openRestartableDatabase();
    const CLIENTS_FILE = resolve('test/support/clients.json');
    server = await startServer({ DATABASE_URL: database.url, CLIENTS_FILE });
    me = await newAccount(server);
    serverToken = await newServerToken(server);
    tokens = (await passwordGrant()).body;
    // A process that has not cached any token yet, nor the keys that signed them.
    await server.stop();
    await server.start();
  });
  afterAll(() => database.close());
  afterEach(closeStreams);

  describe('a request', () => {
    beforeAll(() => database.stop());

    it.each(atApi)('with %s gets a response with Retry-After', async (_what, call) => {
      const { status, headers, body } = await call();
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]\d?$/)]);
      const told = body.errors?.[0]?.extensions ?? body;
      expect(['UNAVAILABLE', 503]).toContain(told.code);
      expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1|sql/i);
    });

    it.each(atTokenService)('for %s gets a response with Retry-After', async (_what, call) => {
      const { status, retryAfter, body } = await call();
      expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d?$/)]);
      expect(body.error).toBe('temporarily_unavailable');
    });

    it.each(pages)('for %s gets a page about the outage', async (_what, call) => {
      const { status, retryAfter, body } = await call();
      expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d?$/)]);
      expect(body).toMatch(/not available at the moment/);
    });

    it('with a mutation in the graph gets a code for the outage', async () => {
      const { body } = await logInMutation();
      expect(body.errors[0].extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfter: 5 });
    });

    it('for an event stream gets a response with Retry-After, on either transport', async () => {
      const { closed } = overWebSocket(server, withToken(me.token));
      expect(await closed).toMatchObject({ code: 1013 });
      const stream = overServerSentEvents(server, withToken(me.token));
      await expect(stream.ask('{ me { id } }')).rejects.toThrow(/Service Unavailable/);
    });

    it('leaves a line in the log, without a stack trace', () => {
      const lines: Json[] = server
        .logs()
        .split('\n')
        .filter((line) => line.includes('a request failed') || line.includes('a field failed'))
        .map((line) => JSON.parse(line));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter(({ level, error }) => level > 40 || error !== undefined)).toEqual([]);
    });

    it('finds the process alive and not ready', async () => {
      expect((await api(server).get('/healthz')).status).toBe(200);
      expect((await api(server).get('/readyz')).status).toBe(503);
    });
  });

  describe('and is back', () => {
    beforeAll(async () => {
      await database.start();
      await waitFor('the process to be ready', async () =>
        (await api(server).get('/readyz')).status === 200 ? true : undefined,
      );
    });

    it.each(atApi.filter(([what]) => what !== 'a sign-up'))('%s works', async (_what, call) => {
      expect((await call()).status).toBe(200);
    });

    it('everyone is still logged in, and can log in', async () => {
      const answers = [];
      for (const [what, call] of atTokenService) answers.push([what, (await call()).status]);
      expect(answers).toEqual(atTokenService.map(([what]) => [what, what === 'a log-out' ? 204 : 200]));
      expect((await logInMutation()).body.errors).toBeUndefined();
    });
  });

  it('an open connection is closed with a code after which its client reconnects', async () => {
    const client = overWebSocket(server, withToken(me.token));
    expect((await client.ask('{ me { id } }')).data.me.id).toBe(me.userId);
    await database.stop();
    await Promise.allSettled([client.ask('{ me { id } }')]);
    expect(await client.closed).toMatchObject({ code: 1013 });
    await database.start();
  });
});
