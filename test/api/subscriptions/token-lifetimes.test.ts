import { ApolloClient, gql, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { newAccount, type TestAccount } from '../../support/accounts';
import { api, tokenHeader } from '../../support/api';
import { messenger } from '../../support/messages';
import type { OwnApp } from '../../support/own-app';
import { startOwnRealm } from '../../support/own-realm';
import { openAcknowledged, type RawWebSocket } from '../../support/raw-web-socket';
import { clients, endpoint, postForm, refreshForm } from '../../support/realm';
import { renewedLogIn, type RenewedLogIn } from '../../support/renewed-log-in';
import { waitFor } from '../../support/wait-until';

/** Seconds. Long enough to connect with a new token on a busy machine. */
const lifetime = '3';

const query = 'subscription ($id: ID!) { messageAdded(userId: $id) { text } }';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnRealm({ ACCESS_TOKEN_TTL: lifetime });
});
afterAll(() => own.close());

const cleanups: (() => unknown)[] = [];
afterEach(() => Promise.all(cleanups.splice(0).map((cleanUp) => cleanUp())));

/** What a client received: texts of messages, that it is connected, and how the subscription ended. */
type Story = string[];

/** Subscribes with an unmodified client library, except for the token. */
type Listen = (userId: string, currentToken: () => Promise<string>, story: Story) => void;

interface Told {
  data?: { messageAdded?: { text: string } | null } | null;
  errors?: unknown;
}

const sink = (story: Story) => ({
  next: ({ data, errors }: Told) =>
    void story.push(errors ? JSON.stringify(errors) : String(data?.messageAdded?.text)),
  error: (error: unknown) => void story.push(`error: ${String(error)}`),
  complete: () => void story.push('complete'),
});

const webSocketClient = (currentToken: () => Promise<string>, story: Story) => {
  const client = createWsClient({
    url: `${own.server.url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: async () => ({ [tokenHeader]: await currentToken() }),
    on: { connected: () => void story.push('connected') },
  });
  cleanups.push(() => client.dispose());
  return client;
};

const listeners: [string, Listen][] = [
  [
    'graphql-ws',
    (id, currentToken, story) => {
      const client = webSocketClient(currentToken, story);
      client.subscribe({ query, variables: { id } }, sink(story));
    },
  ],
  [
    'graphql-sse',
    (id, currentToken, story) => {
      const client = createSseClient({
        url: `${own.server.url}/graphql/stream`,
        headers: async () => ({ [tokenHeader]: await currentToken() }),
        on: { connected: () => void story.push('connected') },
      });
      cleanups.push(() => client.dispose());
      client.subscribe({ query, variables: { id } }, sink(story));
    },
  ],
  [
    'Apollo Client',
    (id, currentToken, story) => {
      const link = new GraphQLWsLink(webSocketClient(currentToken, story));
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      cleanups.push(() => client.stop());
      const { next, error, complete } = sink(story);
      const subscribing = client
        .subscribe({ query: gql(query), variables: { id } })
        .subscribe({ next: (result) => next(result as Told), error, complete });
      cleanups.push(() => subscribing.unsubscribe());
    },
  ],
];

/** Writes messages until the client receives one, which shows that it is subscribed. */
async function untilListening(me: TestAccount, story: Story): Promise<void> {
  await waitFor('the first note', async () => {
    await messenger(own.server, me).sent({ messagetext: 'anybody there?' });
    return story.includes('anybody there?') || undefined;
  });
}

const hears = (story: Story, text: string) => waitFor(text, () => (story.includes(text) ? true : undefined));

it.each(listeners)('%s receives everything over three lifetimes of its token', async (_name, listen) => {
  const me = await newAccount(own.server, { verified: true });
  const logIn = await renewedLogIn(me);
  const story: Story = [];
  listen(me.userId, logIn.currentToken, story);
  await untilListening(me, story);
  for (const text of ['one', 'two', 'three']) {
    await logIn.nextLifetime();
    await messenger(own.server, me).sent({ messagetext: text });
    await hears(story, text);
  }
  expect(story.filter((told) => told !== 'anybody there?')).toEqual(['connected', 'one', 'two', 'three']);
});

it('a connection runs queries and starts subscriptions after its token has expired', async () => {
  const me = await newAccount(own.server, { verified: true });
  const logIn = await renewedLogIn(me);
  const story: Story = [];
  const client = webSocketClient(logIn.currentToken, story);
  client.subscribe({ query, variables: { id: me.userId } }, sink(story));
  await untilListening(me, story);
  await logIn.nextLifetime();
  const answers = client.iterate({ query: '{ me { id } }' });
  expect((await answers.next()).value).toEqual({ data: { me: { id: me.userId } } });
  const later: Story = [];
  client.subscribe({ query, variables: { id: me.userId } }, sink(later));
  await untilListening(me, later);
  expect(story.filter((told) => told === 'connected')).toHaveLength(1);
});

/** A connection with a subscription whose token has expired in the meantime, while its session continues. */
async function outlivingConnection() {
  const me = await newAccount(own.server, { verified: true });
  const logIn = await renewedLogIn(me);
  const socket = await openAcknowledged(own.server, { [tokenHeader]: await logIn.currentToken() });
  cleanups.push(() => socket.close());
  socket.send({ id: 'one', type: 'subscribe', payload: { query, variables: { id: me.userId } } });
  socket.send({ id: 'two', type: 'subscribe', payload: { query: '{ serverTime }' } });
  expect([await socket.next(), await socket.next()]).toMatchObject([
    { id: 'two', type: 'next' },
    { id: 'two', type: 'complete' },
  ]);
  await logIn.nextLifetime();
  return { me, logIn, socket };
}

/** Everything received until the connection is closed, and how it is closed. */
async function rest(socket: RawWebSocket) {
  const messages: unknown[] = [];
  const listening = async () => {
    for (;;) messages.push(await socket.next());
  };
  void listening();
  return { ...(await socket.closed), messages };
}

const closedAtOnce = { code: 4403, reason: 'Forbidden', messages: [] };

describe('a connection with an expired token is closed, and its subscription does not complete,', () => {
  it.each<[string, (logIn: RenewedLogIn) => Promise<unknown>]>([
    [
      'when the session ends',
      ({ tokens }) => postForm(endpoint('logout'), logOutForm(tokens().refresh_token)),
    ],
    [
      'when its newer token is given up',
      ({ tokens }) => api(own.server).post('/auth/logout', { token: tokens().access_token }),
    ],
    [
      'when the client gives up its refresh token',
      ({ tokens }) =>
        postForm(endpoint('revoke'), { client_id: clients.web.id, token: tokens().refresh_token }),
    ],
  ])('%s', async (_when, end) => {
    const { logIn, socket } = await outlivingConnection();
    await end(logIn);
    expect(await rest(socket)).toEqual(closedAtOnce);
  });

  it('when the password changes', async () => {
    const { me, socket } = await outlivingConnection();
    const body = { updates: { password: 'another-one-2' } };
    expect((await api(own.server).put('/auth/user', { token: me.token, body })).status).toBe(200);
    expect(await rest(socket)).toEqual(closedAtOnce);
  });
});

const logOutForm = (refreshToken: string) => {
  const { client_id, refresh_token } = refreshForm(clients.web, refreshToken);
  return { client_id, refresh_token };
};

it('a subscription continues when a token of another session is revoked', async () => {
  const { me, socket } = await outlivingConnection();
  const other = await renewedLogIn(me);
  await api(own.server).post('/auth/logout', { token: await other.currentToken() });
  await messenger(own.server, me).sent({ messagetext: 'still here' });
  expect(await socket.next()).toMatchObject({
    id: 'one',
    payload: { data: { messageAdded: { text: 'still here' } } },
  });
});
