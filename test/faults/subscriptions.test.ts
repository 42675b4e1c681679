import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { logIn, newAccount, sessionToken, type TestAccount } from '../support/accounts';
import { api, type Json } from '../support/api';
import { messenger } from '../support/messages';
import { newPerson } from '../support/person';
import { food } from '../support/records';
import { findRedis, startRedis, type TestRedis } from '../support/redis';
import { startServer, type RunningServer } from '../support/server-process';
import { permissionSet, share } from '../support/shares';
import { closeStreams, overServerSentEvents, overWebSocket, transports, withToken } from '../support/streams';
import { waitFor, waitForTakeover } from '../support/wait-until';

const added = 'subscription ($id: ID!) { messageAdded(userId: $id) { text } }';

afterEach(closeStreams);

(findRedis() ? describe : describe.skip)('two processes with Redis between them', () => {
  let redis: TestRedis;
  let first: RunningServer;
  let second: RunningServer;

  beforeAll(async () => {
    redis = await startRedis();
    first = await startServer({ REDIS_URL: redis.url });
    second = await startServer({
      REDIS_URL: redis.url,
      DATABASE_URL: `sqlite:${join(first.folder, 'glycograph.db')}`,
    });
  });
  afterAll(() => redis.kill());

  it("publish to each other's subscribers", async () => {
    const me = await newAccount(first);
    const answers = await overWebSocket(second, withToken(me.token)).subscribe(added, { id: me.userId });
    await messenger(first, me).sent({ messagetext: 'from the other side' });
    expect((await answers.next()).data.messageAdded.text).toBe('from the other side');
  });

  it("end each other's subscriptions when a share is revoked", async () => {
    const [owner, friend] = await Promise.all([newAccount(first), newAccount(first)]);
    await share(first, owner, friend, 'note');
    const answers = await overWebSocket(second, withToken(friend.token)).subscribe(added, {
      id: owner.userId,
    });
    const path = `/access/${owner.userId}/${friend.userId}`;
    await api(first).post(path, { token: owner.token, body: permissionSet() });
    const [{ errors }] = await answers.rest();
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it("close each other's connections when a session ends", async () => {
    const { userId, token } = await newAccount(first);
    const client = overWebSocket(second, withToken(token));
    await client.subscribe(added, { id: userId });
    await api(first).post('/auth/logout', { token });
    expect(await client.closed).toMatchObject({ code: 4403 });
  });

  it('lose no change while Redis is down, and publish to each other again once it is back', async () => {
    const me = await newAccount(first);
    const here = await overWebSocket(first, withToken(me.token)).subscribe(added, { id: me.userId });
    const there = await overWebSocket(second, withToken(me.token)).subscribe(added, { id: me.userId });
    await redis.kill();
    await messenger(first, me).sent({ messagetext: 'meanwhile' });
    expect((await here.next()).data.messageAdded.text).toBe('meanwhile');
    // The other side learns of it from the event log in the database.
    expect((await there.next()).data.messageAdded.text).toBe('meanwhile');
    await redis.start();
    await messenger(first, me).sent({ messagetext: 'again' });
    expect((await there.next()).data.messageAdded.text).toBe('again');
  });
});

describe.each(transports)('a server that stops', (_name, connect) => {
  it('ends its subscriptions', async () => {
    const server = await startServer();
    const me = await newAccount(server);
    const client = connect(server, withToken(me.token));
    const answers = await client.subscribe(added, { id: me.userId });
    const rest = answers.rest().catch(() => []);
    await server.stop();
    expect(await rest).toEqual([]);
    if (client.closed) expect(await client.closed).toMatchObject({ code: 1001 });
    expect(server.logs()).not.toContain('"level":50');
  });
});

it.each(transports)('a subscription over %s ends once its session is over', async (_name, connect) => {
  const server = await startServer({ SESSION_TTL: '3', LONG_SESSION_TTL: '3' });
  const me = await newAccount(server, { verified: true });
  const client = connect(server, withToken(me.token));
  const answers = await client.subscribe(added, { id: me.userId });
  let last: Json[] | undefined;
  void answers.rest().then(
    (rest) => (last = rest.slice(-1)),
    () => (last = []),
  );
  await waitFor('the end of the subscription', async () => {
    const token = sessionToken(await logIn(server, me.email, me.password));
    await messenger(server, { ...me, token }).sent();
    return last && true;
  });
  if (client.closed) expect(await client.closed).toMatchObject({ code: 4403 });
  else expect(last?.map(({ errors }) => errors[0].extensions.code)).toEqual(['UNAUTHENTICATED']);
});

describe('a client that is interrupted by a restart of the server', () => {
  const noted = 'query { me { notes(first: 5) { edges { node { text } } } } }';
  const textsOf = ({ data }: Json): string[] => data.me.notes.edges.map(({ node }: Json) => node.text);

  /** Subscribes, restarts the server, and writes a message while the client reconnects. */
  async function restart(listen: (server: RunningServer, me: TestAccount, story: string[]) => () => unknown) {
    const server = await startServer();
    const me = await newAccount(server);
    const story: string[] = [];
    const stopListening = listen(server, me, story);
    const hears = (...texts: string[]) =>
      waitForTakeover(texts.join(' or '), () => texts.some((text) => story.includes(text)) || undefined);
    await hears('connected');
    await waitFor('the first note', async () => {
      await messenger(server, me).sent({ messagetext: 'before' });
      return story.includes('before') || undefined;
    });
    await server.stop();
    await server.start();
    await messenger(server, me).sent({ messagetext: 'in between' });
    // As an event, if the client was back before the message was written.
    await hears('read again: in between', 'in between');
    await messenger(server, me).sent({ messagetext: 'after' });
    await hears('after');
    stopListening();
    expect(story.filter((told) => /complete|error/.test(told))).toEqual([]);
  }

  const sink = (story: string[]) => ({
    next: ({ data }: { data?: Json }) => void story.push(data.messageAdded.text),
    error: (error: unknown) => void story.push(`error: ${String(error)}`),
    complete: () => void story.push('complete'),
  });

  it('reconnects with graphql-ws, and misses nothing if it reads the current state', () =>
    restart((server, me, story) => {
      const sent: string[] = [];
      class RecordingWebSocket extends WebSocket {
        override send(text: string): void {
          sent.push(text);
          super.send(text);
        }
      }
      const readAgain = async () => {
        for await (const answer of client.iterate({ query: noted }))
          for (const text of textsOf(answer)) story.push(`read again: ${text}`);
        const [subscribed, read] = sent.slice(-2);
        expect([subscribed, read]).toEqual([
          expect.stringContaining('messageAdded'),
          expect.stringContaining('notes'),
        ]);
      };
      const client = createWsClient({
        url: `${server.url.replace(/^http/, 'ws')}/graphql`,
        webSocketImpl: RecordingWebSocket,
        connectionParams: () => withToken(me.token),
        // Otherwise the client gives up when there is no server to connect to.
        shouldRetry: () => true,
        retryAttempts: Infinity,
        on: {
          connected(_socket, _payload, wasRetry) {
            story.push('connected');
            if (wasRetry) void readAgain();
          },
        },
      });
      client.subscribe({ query: added, variables: { id: me.userId } }, sink(story));
      return () => client.dispose();
    }));

  it('reconnects with graphql-sse, and misses nothing if it reads the current state', () =>
    restart((server, me, story) => {
      const client = createSseClient({
        url: `${server.url}/graphql/stream`,
        headers: () => withToken(me.token),
      });
      const readAgain = async () => {
        for await (const answer of client.iterate({ query: noted }))
          for (const text of textsOf(answer)) story.push(`read again: ${text}`);
      };
      client.subscribe({ query: added, variables: { id: me.userId } }, sink(story), {
        connected(wasRetry) {
          story.push('connected');
          if (wasRetry) void readAgain();
        },
      });
      return () => client.dispose();
    }));
});

it('a disconnected client leaves nothing behind', async () => {
  const server = await startServer({ STREAMS_PER_ACCOUNT: '1' });
  const me = await newAccount(server);
  const answers = await overServerSentEvents(server, withToken(me.token)).subscribe(added, { id: me.userId });
  closeStreams();
  await answers.end();
  const again = overServerSentEvents(server, withToken(me.token));
  await waitFor('room for another subscription', async () => {
    const stream = await again.subscribe(added, { id: me.userId });
    const next = stream.next();
    await messenger(server, me).sent({ messagetext: 'anybody there?' });
    return (await next).data ? true : undefined;
  });
});

it('a client that reads too slowly gets an error instead of a gap, and delays no others', async () => {
  const server = await startServer();
  const person = await newPerson(server);
  const uploadId = await person.openedContinuous();
  const query =
    'subscription ($id: ID!) { dataAdded(userId: $id) { count records(first: 100) { payload } } }';
  const quick = await overWebSocket(server, withToken(person.token)).subscribe(query, { id: person.userId });

  const slow = new WebSocket(`${server.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const say = (message: object) => slow.send(JSON.stringify(message));
  const heard: Json[] = [];
  const acknowledged = new Promise<void>((resolve) => {
    slow.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString());
      heard.push(message);
      if (message.type === 'connection_ack')
        say({ id: '1', type: 'subscribe', payload: { query, variables: { id: person.userId } } });
      if (message.type === 'connection_ack')
        say({ id: '2', type: 'subscribe', payload: { query: '{ __typename }' } });
      if (message.id === '2' && message.type === 'complete') resolve();
    });
  });
  slow.once('open', () => say({ type: 'connection_init', payload: withToken(person.token) }));
  await acknowledged;

  slow.pause();
  const large = Array.from({ length: 100 }, () => food({ payload: { filler: 'x'.repeat(4_000) } }));
  // Fills the buffers between both, and then exceeds the queue limit for events. The client says that it is alive, because
  // it reads no pings.
  for (let count = 0; count < 40 + 520; count += 1) {
    await person.uploaded(uploadId, count < 40 ? large : [food()]);
    slow.pong();
  }
  for (let count = 0; count < 40 + 520; count += 1) {
    expect((await quick.next()).data.dataAdded.count).toBe(count < 40 ? 100 : 1);
  }

  const ended = new Promise<void>((resolve) => {
    slow.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString());
      if (message.id === '1' && message.type === 'complete') resolve();
    });
  });
  slow.resume();
  await ended;
  const last = heard.filter(({ id, type }) => id === '1' && type === 'next').at(-1);
  expect(last.payload.errors[0].extensions.code).toBe('RATE_LIMITED');
  slow.close();
}, 300_000);
