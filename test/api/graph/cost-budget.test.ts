import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newClinic, newPatient } from '../../support/clinics';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { messenger } from '../../support/messages';
import { findRedis, startRedis } from '../../support/redis';
import { serverUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';
import { closeStreams, overWebSocket, withToken } from '../../support/streams';

const me = '{ me { id } }';
const cost = { extensions: { cost: true } };

/** An answer with its limits. */
const ask = ({ server }: Pick<OwnApp, 'server'>, token?: string, query = me) =>
  api(server).graph(query, { token });

/** The numbers of a field such as `"account";r=5;t=1`. */
const numbers = (field: string | null, name: string): number[] => {
  const item = field?.split(', ').find((text) => text.startsWith(`"${name}";`)) ?? '';
  return [...item.matchAll(/=(\d+)/g)].map(([, digits]) => Number(digits));
};

async function withLimits(env: NodeJS.ProcessEnv, test: (own: OwnApp) => Promise<void>): Promise<void> {
  const own = await startOwnApp({ GRAPH_MAX_COST: '10', ...env });
  try {
    await test(own);
  } finally {
    closeStreams();
    await own.close();
  }
}

describe('what operations may cost in a minute', () => {
  it('is told in every answer, and refused beyond the limit of the account', () =>
    withLimits({ GRAPH_COST_PER_ACCOUNT: '10' }, async (own) => {
      const { token } = await newAccount(own.server);
      const first = await ask(own, token);
      expect(numbers(first.headers.get('RateLimit-Policy'), 'account')).toEqual([10, 60]);
      expect(numbers(first.headers.get('RateLimit'), 'account')[0]).toBe(8);
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await ask(own, token)).status);
      expect(statuses).toEqual([200, 200, 200, 200]);
      const { status, headers, body } = await ask(own, token);
      expect({ status, code: body.errors[0].extensions.code, data: body.data }).toEqual({
        status: 429,
        code: 'RATE_LIMITED',
        data: undefined,
      });
      const wait = Number(headers.get('Retry-After'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(12);
      expect(body.errors[0].extensions.retryAfter).toBe(wait);
      expect(numbers(headers.get('RateLimit'), 'account')[0]).toBeLessThan(2);
      const other = await newAccount(own.server);
      expect((await ask(own, other.token)).status).toBe(200);
    }));

  it('is counted for all callers at an address, with and without a token', () =>
    withLimits({ GRAPH_COST_PER_ADDRESS: '10', GRAPH_COST_PER_ACCOUNT: '0' }, async (own) => {
      const { token } = await newAccount(own.server);
      const query = '{ a: serverTime b: serverTime c: serverTime d: serverTime }';
      expect((await ask(own, undefined, query)).status).toBe(200);
      expect((await ask(own, token, query)).status).toBe(200);
      expect((await ask(own, undefined, query)).status).toBe(429);
    }));

  it('has no limit for trusted servers, REST paths, and refused operations', () =>
    withLimits({ GRAPH_COST_PER_ACCOUNT: '10', GRAPH_COST_PER_ADDRESS: '10' }, async (own) => {
      const { token, userId } = await newAccount(own.server);
      const trusted = await newServerToken(own.server);
      for (let count = 0; count < 8; count += 1) {
        const { headers, status } = await ask(own, trusted, '{ serverTime }');
        expect({ status, told: headers.get('RateLimit') }).toEqual({ status: 200, told: null });
        expect((await api(own.server).get(`/auth/user/${userId}`, { token })).status).toBe(200);
        expect((await ask(own, token, '{ me { unknown } }')).status).toBe(400);
      }
      expect((await ask(own, token)).status).toBe(200);
    }));

  it('has no limit where that is 0', () =>
    withLimits({ GRAPH_COST_PER_ACCOUNT: '0', GRAPH_COST_PER_ADDRESS: '0' }, async (own) => {
      for (let count = 0; count < 20; count += 1) {
        const { headers, status } = await ask(own, undefined, '{ serverTime }');
        expect({ status, told: headers.get('RateLimit') }).toEqual({ status: 200, told: null });
      }
    }));

  it('is the same over WebSocket and server-sent events', () =>
    withLimits({ GRAPH_COST_PER_ACCOUNT: '10' }, async (own) => {
      const { token } = await newAccount(own.server);
      const socket = overWebSocket(own.server, withToken(token));
      for (let count = 0; count < 4; count += 1) await socket.ask(me);
      const events = () =>
        api(own.server).post('/graphql/stream', {
          token,
          headers: { Accept: 'text/event-stream' },
          body: { query: me },
        });
      const last = await events();
      expect(last.status).toBe(200);
      expect(numbers(last.headers.get('RateLimit'), 'account')[0]).toBeLessThan(2);
      const { status, headers, body } = await events();
      expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      await expect(socket.ask(me)).rejects.toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    }));

  it.each([
    ['one after the other', '200'],
    ['several together, which are small', '1'],
  ])('includes the results of subscriptions, %s', async (_how, STREAMS_PER_ACCOUNT) =>
    withLimits({ GRAPH_COST_PER_ACCOUNT: '20', STREAMS_PER_ACCOUNT }, async (own) => {
      const me = await newAccount(own.server);
      const names = Array.from({ length: 8 }, (_, index) => `a${index}: text`).join(' ');
      const query = `subscription ($id: ID!) { messageAdded(userId: $id) { ${names} } }`;
      const client = overWebSocket(own.server, withToken(me.token));
      const answers = await client.subscribe(query, { id: me.userId });
      const { sent } = messenger(own.server, me);
      await sent({ messagetext: 'paid' });
      expect((await answers.next()).data.messageAdded.a7).toBe('paid');
      for (let count = 0; count < 6; count += 1) await sent({ messagetext: 'too much in all' });
      const rest = await answers.rest();
      expect(rest.length).toBeLessThan(6);
      expect(rest.at(-1)?.errors[0].extensions).toEqual({
        ...{ code: 'RATE_LIMITED', status: 429, retryAfter: expect.any(Number) },
      });
      expect(answers.cursor()).toMatch(/./);
    }),
  );

  (findRedis() ? it : it.skip)(
    'is counted by all processes together with Redis, and by each without',
    async () => {
      const redis = await startRedis();
      try {
        await withLimits({ GRAPH_COST_PER_ADDRESS: '10', REDIS_URL: redis.url }, (one) =>
          withLimits({ GRAPH_COST_PER_ADDRESS: '10', REDIS_URL: redis.url }, async (other) => {
            for (const { server } of [one, other])
              await waitFor(
                'Redis',
                async () => (await api(server).get('/readyz')).status === 200 || undefined,
              );
            const query = '{ a: serverTime b: serverTime c: serverTime d: serverTime }';
            expect((await ask(one, undefined, query)).status).toBe(200);
            expect((await ask(other, undefined, query)).status).toBe(200);
            const { status, headers } = await ask(one, undefined, query);
            expect({ status, left: numbers(headers.get('RateLimit'), 'address')[0] }).toEqual({
              status: 429,
              left: 2,
            });
            await redis.kill();
            const alone = [await ask(one, undefined, query), await ask(one, undefined, query)];
            const beyond = await ask(one, undefined, query);
            expect([...alone, beyond].map((answer) => answer.status)).toEqual([200, 200, 429]);
          }),
        );
      } finally {
        await redis.kill();
      }
    },
  );
});

describe('the cost of an answer', () => {
  const server = serverUnderTest();
  const { graph, post } = api(server);

  it('is in the answer of those who ask for it', async () => {
    const clinic = await newClinic(server);
    await newPatient(server, clinic);
    const { token } = clinic.admin;
    const query =
      'query ($id: ID!) { clinic(id: $id) { patients(first: 50) { edges { node { fullName userId } } } } }';
    const variables = { id: clinic.id };
    const { body } = await post('/graphql', { token, body: { query, variables, ...cost } });
    // The field, the page, its edges, and for each edge the node with two fields.
    expect(body.extensions.cost).toMatchObject({
      requested: 1 + 1 + 50 * 4,
      actual: 1 + 1 + 1 + 3,
      limit: 200_000,
    });
    expect(body.extensions.cost.remaining).toBeGreaterThan(0);
    expect(body.extensions.cost.resetAfter).toBeGreaterThan(0);
    const byHeader = await graph(query, { token, variables, headers: { 'Graph-Cost': 'true' } });
    expect(byHeader.body.extensions.cost.actual).toBe(body.extensions.cost.actual);
    expect((await graph(query, { token, variables })).body.extensions).toBeUndefined();
  });

  it('counts what the answer holds, through fragments and other types', async () => {
    const { token } = await newAccount(server);
    const actual = async (query: string): Promise<Json> =>
      (await graph(query, { token, headers: { 'Graph-Cost': 'true' } })).body.extensions.cost.actual;
    expect(
      await actual('{ me { id ...Me ... on User { createdTime } } } fragment Me on User { id emails }'),
    ).toBe(4);
    expect(await actual('{ me { id @skip(if: true) __typename } }')).toBe(2);
    expect(await actual('{ me { sharedByOthers { owner { id } } } }')).toBe(2);
    expect(
      await actual('{ me { data(first: 1000) { edges { cursor node { id } } pageInfo { endCursor } } } }'),
    ).toBe(5);
  });

  it('is in the answer over server-sent events', async () => {
    const { token } = await newAccount(server);
    const { text } = await post('/graphql/stream', {
      token,
      headers: { Accept: 'text/event-stream' },
      body: { query: me, ...cost },
    });
    expect(text).toContain('"cost":{"requested":2,"actual":2,"limit":200000');
  });
});
