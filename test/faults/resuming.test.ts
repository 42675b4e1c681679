import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { join } from 'node:path';
import { tap } from 'rxjs';
import { WebSocket } from 'ws';
import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { messenger } from '../support/messages';
import { ownDatabases } from '../support/own-databases';
import { findRedis, startRedis, type TestRedis } from '../support/redis';
import { startServer, type RunningServer } from '../support/server-process';
import {
  closeStreams,
  overWebSocket,
  transports,
  withToken,
  type Answers,
  type OpenClient,
} from '../support/streams';
import { waitFor } from '../support/wait-until';

const query = 'subscription ($id: ID!, $since: String) { messageAdded(userId: $id, since: $since) { text } }';

afterEach(closeStreams);

const write = (server: RunningServer, me: TestAccount, messagetext: string) =>
  messenger(server, me).sent({ messagetext });

async function nextTexts(answers: Answers, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push((await answers.next()).data.messageAdded.text);
  return texts;
}

/** Two processes on one database. */
async function startTwo(
  env: NodeJS.ProcessEnv,
  databaseUrl?: string,
): Promise<[RunningServer, RunningServer]> {
  const first = await startServer({ ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  const shared = databaseUrl ?? `sqlite:${join(first.folder, 'glycograph.db')}`;
  return [first, await startServer({ ...env, DATABASE_URL: shared })];
}

(findRedis() ? describe : describe.skip).each(ownDatabases)(
  'two processes on %s with Redis between them',
  (_name, on) => {
    it('receive all events of one another, each once and in order, while Redis is unavailable and when it is back', () =>
      on(async (databaseUrl) => {
        const redis: TestRedis = await startRedis();
        const [first, second] = await startTwo({ REDIS_URL: redis.url }, databaseUrl);
        const me = await newAccount(first);
        const here = await overWebSocket(first, withToken(me.token)).subscribe(query, { id: me.userId });
        const there = await overWebSocket(second, withToken(me.token)).subscribe(query, { id: me.userId });
        let count = 0;
        /** Writes messages alternately through both processes, and waits until both have published them. */
        const tell = async (when: string) => {
          const texts = Array.from({ length: 5 }, () => `${when} ${(count += 1)}`);
          for (const [index, text] of texts.entries()) await write(index % 2 ? first : second, me, text);
          expect([await nextTexts(here, 5), await nextTexts(there, 5)]).toEqual([texts, texts]);
        };
        await tell('before');
        for (let round = 0; round < 3; round += 1) {
          await redis.kill();
          await tell('while it is away');
          await redis.start();
          await tell('back');
        }
        await Promise.all([first.close(), second.close()]);
        await redis.kill();
      }));
  },
);

describe.each(ownDatabases)('two processes on %s without Redis', (_name, on) => {
  it("receive each other's events within seconds, and a subscription that began at one continues at the other", () =>
    on(async (databaseUrl) => {
      const [first, second] = await startTwo({}, databaseUrl);
      const me = await newAccount(first);
      const there = await overWebSocket(second, withToken(me.token)).subscribe(query, { id: me.userId });
      await write(first, me, 'from the other side');
      expect(await nextTexts(there, 1)).toEqual(['from the other side']);

      const listen = (server: RunningServer, connect: OpenClient, since?: string) =>
        connect(server, withToken(me.token)).subscribe(query, { id: me.userId, since });
      const listening = await Promise.all(
        transports.map(async ([transport, connect]) => ({
          transport,
          connect,
          before: await listen(first, connect),
        })),
      );
      await write(first, me, 'heard');
      for (const { transport, before } of listening)
        expect([transport, await nextTexts(before, 1)]).toEqual([transport, ['heard']]);
      await first.kill();
      await write(second, me, 'missed');
      const continued = await Promise.all(
        listening.map(async ({ transport, connect, before }) => ({
          transport,
          after: await listen(second, connect, before.cursor()),
        })),
      );
      await write(second, me, 'heard again');
      for (const { transport, after } of continued)
        expect([transport, await nextTexts(after, 2)]).toEqual([transport, ['missed', 'heard again']]);
      await Promise.all([first.close(), second.close()]);
    }));
});

/** What a client received: texts of messages, errors, and whether the subscription completed. */
type Story = string[];

interface Told {
  data?: { messageAdded?: { text: string } | null } | null;
  errors?: unknown;
  error?: unknown;
  extensions?: Record<string, unknown>;
}

interface Variables {
  id: string;
  since?: unknown;
}

/** Keeps the cursor of each result for the next attempt to subscribe. */
const sink = (story: Story, variables?: Variables) => ({
  next(result: Told) {
    if (variables) variables.since = result.extensions?.cursor ?? variables.since;
    const { errors, error } = result;
    story.push(
      errors || error ? `error: ${JSON.stringify(errors ?? error)}` : String(result.data?.messageAdded?.text),
    );
  },
  error: (error: unknown) => void story.push(`error: ${String(error)}`),
  complete: () => void story.push('complete'),
});

const webSocketClient = ({ url }: RunningServer, { token }: TestAccount, sockets: Set<WebSocket>) => {
  class HeldWebSocket extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols);
      sockets.add(this);
    }
  }
  return createWsClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: HeldWebSocket,
    connectionParams: () => withToken(token),
    shouldRetry: () => true,
    retryAttempts: Infinity,
    retryWait: () => Promise.resolve(),
  });
};

interface Listening {
  stop: () => unknown;
  /** Cuts the connection, as a network failure does. */
  cut?: () => void;
}

type Listen = (server: RunningServer, me: TestAccount, since: string, story: Story) => Listening;

const cutting = (sockets: Set<WebSocket>) => () => {
  for (const socket of sockets) socket.terminate();
  sockets.clear();
};

const libraries: [string, Listen][] = [
  [
    'graphql-ws',
    (server, me, since, story) => {
      const sockets = new Set<WebSocket>();
      const client = webSocketClient(server, me, sockets);
      const variables: Variables = { id: me.userId, since };
      client.subscribe({ query, variables: variables as never }, sink(story, variables));
      return { stop: () => client.dispose(), cut: cutting(sockets) };
    },
  ],
  [
    'graphql-sse',
    (server, me, since, story) => {
      const client = createSseClient({
        url: `${server.url}/graphql/stream`,
        headers: () => withToken(me.token),
        retryAttempts: Infinity,
        retry: () => Promise.resolve(),
      });
      const variables: Variables = { id: me.userId, since };
      client.subscribe({ query, variables: variables as never }, sink(story, variables));
      return { stop: () => client.dispose() };
    },
  ],
  [
    'Apollo Client',
    (server, me, since, story) => {
      const sockets = new Set<WebSocket>();
      const resume = new ApolloLink((operation, forward) =>
        forward(operation).pipe(
          tap(({ extensions }) => {
            if (extensions?.cursor) operation.variables.since = extensions.cursor;
          }),
        ),
      );
      const socketClient = webSocketClient(server, me, sockets);
      const link = resume.concat(new GraphQLWsLink(socketClient));
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      const told = sink(story);
      client
        .subscribe({ query: gql(query), variables: { id: me.userId, since } })
        .subscribe({ ...told, next: (result) => told.next(result as Told) });
      const stop = () => {
        client.stop();
        return socketClient.dispose();
      };
      return { stop, cut: cutting(sockets) };
    },
  ],
];

describe.each(ownDatabases)('on %s', (_name, on) => {
  it('client libraries miss nothing and receive nothing twice, however often they are interrupted', () =>
    on(async (databaseUrl) => {
      const server = await startServer(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
      // Each library has an account of its own; they share the process, because starts take longest.
      const listeners = await Promise.all(
        libraries.map(async ([library, listen]) => {
          const me = await newAccount(server);
          const { body } = await api(server).graph('{ eventCursor }', { token: me.token });
          const story: Story = [];
          return { library, me, story, ...listen(server, me, body.data.eventCursor, story) };
        }),
      );
      const cutAll = () => listeners.forEach(({ cut }) => cut?.());
      const written: string[] = [];
      const writeOn = async (count: number) => {
        for (let index = 0; index < count; index += 1) {
          const text = `note ${written.length}`;
          await Promise.all(listeners.map(({ me }) => write(server, me, text)));
          written.push(text);
        }
      };
      const heard = () => listeners.map(({ library, story }) => ({ library, story }));
      const hearAll = () =>
        waitFor(
          `${written.length} notes, heard ${JSON.stringify(heard())}`,
          () => listeners.every(({ story }) => story.length >= written.length) || undefined,
        );
      // The connections may not be established yet.
      await writeOn(3);
      await hearAll();
      for (const interrupt of ['kill', 'stop', 'kill'] as const) {
        const writing = writeOn(1);
        cutAll();
        await writing;
        await server[interrupt]();
        await server.start();
        await writeOn(3);
        cutAll();
        await writeOn(2);
        await hearAll();
        expect(heard()).toEqual(libraries.map(([library]) => ({ library, story: written })));
      }
      for (const { stop } of listeners) await stop();
      await server.close();
    }));
});
