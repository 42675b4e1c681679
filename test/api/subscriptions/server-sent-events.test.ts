import { newAccount, type TestAccount } from '../../support/accounts';
import { api, tokenHeader } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overServerSentEvents, withToken } from '../../support/streams';

const server = serverUnderTest();
const { call } = api(server);

const path = '/graphql/stream';
const accept = { Accept: 'text/event-stream' };
const ended = 'subscription { mySessionEnded { current } }';

let me: TestAccount;
beforeAll(async () => {
  me = await newAccount(server);
});
afterEach(closeStreams);

const send = (query: string, headers: Record<string, string> = {}) =>
  call('POST', path, { body: { query }, headers: { ...accept, ...headers } });

/** The results of a stream that has ended, without pings. */
const eventsOf = (text: string) => text.split('\n\n').filter((part) => part.startsWith('event:'));

describe('server-sent events', () => {
  it('carry the result of a query, and then end', async () => {
    const { status, headers, text } = await send('{ me { id } }', { [tokenHeader]: me.token });
    expect({ status, type: headers.get('content-type'), caching: headers.get('cache-control') }).toEqual({
      status: 200,
      type: 'text/event-stream; charset=utf-8',
      caching: 'no-store, no-transform',
    });
    const data = JSON.stringify({ data: { me: { id: me.userId } } });
    expect(eventsOf(text)).toEqual([`event: next\ndata: ${data}`, 'event: complete\ndata:']);
  });

  it('work for pages of other origins, like the rest of the API', async () => {
    const headers = { ...accept, Origin: 'https://dashboard.example', [tokenHeader]: me.token };
    const answer = await call('GET', `${path}?query=${encodeURIComponent('{ serverTime }')}`, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://dashboard.example');
    expect(eventsOf(answer.text)).toHaveLength(2);
  });

  it.each<[string, Record<string, string>, string]>([
    ['strangers', {}, ''],
    ['an invalid token', { [tokenHeader]: 'nonsense' }, ''],
    ['a token in the address', {}, 'token'],
  ])('refuse a subscription to %s', async (_who, headers, inAddress) => {
    const query = inAddress && `?${tokenHeader}=${me.token}&token=${me.token}`;
    const answer = await call('POST', path + query, {
      body: { query: ended },
      headers: { ...accept, ...headers },
    });
    const [event = ''] = eventsOf(answer.text);
    expect(JSON.parse(event.split('data: ')[1] ?? '').errors[0].extensions).toEqual({
      code: 'UNAUTHENTICATED',
      status: 401,
    });
  });

  it.each([
    ['an operation that cannot be read', '{ me', 'GRAPHQL_PARSE_FAILED'],
    ['a field that there is not', '{ everything }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('refuse %s', async (_what, query, code) => {
    const { status, body } = await send(query, { [tokenHeader]: me.token });
    expect({ status, extensions: body.errors[0].extensions }).toEqual({
      status: 400,
      extensions: { code, status: 400 },
    });
  });

  it('refuse mutations with GET', async () => {
    const query = encodeURIComponent('mutation { endSession(input: { id: "one" }) { done } }');
    const headers = { ...accept, [tokenHeader]: me.token };
    expect((await call('GET', `${path}?query=${query}`, { headers })).status).toBe(405);
  });

  it.each([
    ['who wants no events', { body: { query: ended } }, 406],
    ['who sends no JSON', { raw: 'query', headers: accept }, 415],
    ['who sends half of it', { raw: '{', headers: { ...accept, 'Content-Type': 'application/json' } }, 400],
    ['who sends no query', { body: {}, headers: accept }, 400],
    ['who sends a list of variables', { body: { query: ended, variables: [] }, headers: accept }, 400],
  ])('refuse one %s', async (_who, options, status) => {
    expect((await call('POST', path, options)).status).toBe(status);
  });
});

it('more subscriptions than an account may have are refused, until some end', async () => {
  const { token } = await newAccount(server);
  const client = overServerSentEvents(server, withToken(token));
  const running = await Promise.all(Array.from({ length: 200 }, () => client.subscribe(ended)));
  expect((await client.ask(ended)).errors[0].extensions).toEqual({ code: 'RATE_LIMITED', status: 429 });
  const own = overServerSentEvents(server, withToken(me.token));
  await own.subscribe(ended);
  expect(running).toHaveLength(200);
});
