import { once } from 'node:events';
import { request } from 'node:http';
import { newAccount, type TestAccount } from '../../support/accounts';
import { tokenHeader, type Json } from '../../support/api';
import { openAcknowledged, openRawWebSocket, type RawWebSocket } from '../../support/raw-web-socket';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overWebSocket, withToken } from '../../support/streams';

const server = serverUnderTest();

let me: TestAccount;
let other: TestAccount;
const opened: RawWebSocket[] = [];

beforeAll(async () => {
  [me, other] = await Promise.all([newAccount(server), newAccount(server)]);
});

afterEach(() => {
  closeStreams();
  for (const socket of opened.splice(0)) socket.close();
});

const keep = async (socket: Promise<RawWebSocket>) => {
  opened.push(await socket);
  return socket;
};
const raw = (options?: Parameters<typeof openRawWebSocket>[1]) => keep(openRawWebSocket(server, options));
const acknowledged = () => keep(openAcknowledged(server, { [tokenHeader]: me.token }));

const init = (payload?: object) => ({ type: 'connection_init', payload });
const subscribe = (query: string, id = 'one', more: object = {}) => ({
  type: 'subscribe',
  id,
  payload: { query, ...more },
});

describe('a connection is accepted with a token', () => {
  it.each<[string, (token: string) => object]>([
    ['in a session-token header', (token) => ({ 'X-Tidepool-Session-Token': token })],
    ['in a session-token header of another name and case', (token) => ({ 'x-service-session-token': token })],
    ['as a bearer', (token) => ({ Authorization: `Bearer ${token}` })],
  ])('%s, as a connection parameter', async (_where, payload) => {
    const socket = await raw();
    socket.send(init(payload(me.token)));
    expect(await socket.next()).toEqual({
      type: 'connection_ack',
      payload: { requestId: expect.any(String) },
    });
  });

  it('in the headers of the request', async () => {
    const socket = await raw({ headers: { [tokenHeader]: me.token } });
    socket.send(init());
    expect(await socket.next()).toMatchObject({ type: 'connection_ack' });
  });
});

describe('a connection is refused', () => {
  it.each<[string, () => Promise<RawWebSocket>, () => object | undefined]>([
    ['without a token', () => raw(), () => undefined],
    ['with an invalid token', () => raw(), () => ({ [tokenHeader]: 'nonsense' })],
    ['with something else for a token', () => raw(), () => ({ [tokenHeader]: { a: [1] } })],
    ['with what cannot be a text', () => raw(), () => ({ Authorization: { toString: null } })],
    [
      'with a token in the address',
      () => raw({ path: `/graphql?${tokenHeader}=${me.token}&access_token=${me.token}` }),
      () => ({}),
    ],
    [
      'with two different tokens',
      () => raw({ headers: { [tokenHeader]: me.token } }),
      () => ({ [tokenHeader]: other.token }),
    ],
  ])('%s', async (_what, open, payload) => {
    const socket = await open();
    socket.send(init(payload()));
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' });
  });

  it('on other paths than the graph', async () => {
    await expect(openRawWebSocket(server, { path: '/auth/user' })).rejects.toThrow('404');
  });

  it('with an outdated protocol', async () => {
    expect((await (await raw({ protocol: 'graphql-ws' }).catch(() => null))?.closed)?.code ?? 4406).toBe(
      4406,
    );
  });
});

describe('a connection is closed for', () => {
  it.each<[string, unknown, number]>([
    ['invalid JSON', '{"type":', 4400],
    ['a message of no kind', { type: 'nonsense' }, 4400],
    ['a subscription without a query', { type: 'subscribe', id: 'one', payload: {} }, 4400],
    ['variables that are a list', subscribe('{ serverTime }', 'one', { variables: [] }), 4400],
    ['saying twice who is calling', init({}), 4429],
    ['a message that is too large', subscribe(`{ serverTime } # ${'x'.repeat(300_000)}`), 1009],
  ])('%s', async (_what, message, code) => {
    const socket = await acknowledged();
    socket.send(message);
    expect((await socket.closed).code).toBe(code);
  });

  it('an operation before acknowledgment', async () => {
    const socket = await raw();
    socket.send(subscribe('{ serverTime }'));
    expect((await socket.closed).code).toBe(4401);
  });

  it('missing authentication', async () => {
    const socket = await raw();
    expect((await socket.closed).code).toBe(4408);
  });

  it('two operations with the same id', async () => {
    const socket = await acknowledged();
    socket.send(subscribe('subscription { mySessionEnded { current } }'));
    socket.send(subscribe('subscription { mySessionEnded { current } }'));
    expect((await socket.closed).code).toBe(4409);
  });
});

describe('an operation is refused', () => {
  const deep = `{ clinic(id: "c") { ${'patients(first: 1) { edges { node { clinic { '.repeat(8)} id ${'} } } }'.repeat(8)} } }`;
  const aliases = Array.from({ length: 40 }, (_, index) => `a${index}: serverTime`).join(' ');
  const dear =
    '{ me { data(first: 1000) { edges { node { id } } } notes(first: 1000) { edges { node { replies(first: 1000) { edges { node { id } } } } } } } }';
  it.each<[string, string, string]>([
    ['when it cannot be read', '{ serverTime', 'GRAPHQL_PARSE_FAILED'],
    ['for a field that there is not', 'subscription { everything }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'for two fields at once',
      'subscription { mySessionEnded { current } sharesChanged { ownerId } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'for a subscription that selects nothing',
      'subscription { mySessionEnded @skip(if: true) { current } }',
      'BAD_USER_INPUT',
    ],
    ['when it is too deep', deep, 'BAD_USER_INPUT'],
    ['with too many aliases', `{ ${aliases} }`, 'BAD_USER_INPUT'],
    ['when it would cost too much', dear, 'BAD_USER_INPUT'],
    [
      'when its name names none of several',
      'query A { serverTime } query B { serverTime }',
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ])('%s', async (_why, query, code) => {
    const socket = await acknowledged();
    socket.send(subscribe(query));
    const { type, id, payload } = await socket.next();
    expect({ type, id, codes: payload.map((error: Json) => error.extensions) }).toEqual({
      type: 'error',
      id: 'one',
      codes: expect.arrayContaining([{ code, status: 400 }]),
    });
    socket.send(subscribe('{ serverTime }'));
    expect((await socket.next()).payload.data.serverTime).toEqual(expect.any(String));
  });

  it('beyond the limit of a connection', async () => {
    const socket = await acknowledged();
    for (let index = 0; index <= 50; index += 1) {
      socket.send(subscribe('subscription { mySessionEnded { current } }', `number ${index}`));
    }
    expect(await socket.next()).toMatchObject({
      type: 'error',
      id: 'number 50',
      payload: [{ extensions: { code: 'RATE_LIMITED', status: 429 } }],
    });
  });
});

describe('queries and mutations over WebSocket', () => {
  it('are executed as over HTTP, under the same rules', async () => {
    const client = overWebSocket(server, withToken(me.token));
    const user = 'query ($id: ID!) { user(id: $id) { id emails } }';
    expect(await client.ask(user, { id: me.userId })).toEqual({
      data: { user: { id: me.userId, emails: [me.email] } },
    });
    const refused = await client.ask(user, { id: other.userId });
    expect(refused.data).toEqual({ user: null });
    expect(refused.errors[0].extensions).toEqual({ code: 'FORBIDDEN', status: 403 });
    const patch = `mutation ($id: ID!) { updateMetadata(input: { userId: $id, collection: "settings", patch: { a: 1 } }) { collection } }`;
    expect((await client.ask(patch, { id: other.userId })).errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await client.ask(patch, { id: me.userId })).toEqual({
      data: { updateMetadata: { collection: { a: 1 } } },
    });
  });
});

it('a request with another protocol gets an HTTP response, and its body is read', async () => {
  const body = JSON.stringify({ query: '{ serverTime }' });
  const sent = request(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks = await response.toArray();
  expect(JSON.parse(Buffer.concat(chunks).toString()).data.serverTime).toEqual(expect.any(String));
});
