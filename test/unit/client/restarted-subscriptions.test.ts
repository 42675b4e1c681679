import { createClient, type GraphClient } from '@glycograph/client';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parse } from 'graphql';
import { WebSocketServer } from 'ws';
import { waitFor } from '../../support/wait-until';

interface Message {
  id: string;
  type: string;
  payload?: { variables?: Record<string, unknown> };
}

const servers: WebSocketServer[] = [];
const clients: GraphClient[] = [];
afterEach(() => {
  clients.splice(0).forEach((client) => client.close());
  servers.splice(0).forEach((server) => server.close());
});

/** How a service ends a subscription for a while: as its last result, or as a refusal before it begins. */
const waysToRefuse = {
  'as its last result': (errors: object[]) => [
    { type: 'next', payload: { data: null, errors } },
    { type: 'complete' },
  ],
  'before it begins': (errors: object[]) => [{ type: 'error', payload: errors }],
};

const note = { type: 'next', payload: { data: { messageAdded: { id: 'one' } } } };

/** A service that refuses the first subscription, and accepts later ones. */
async function refusingOnce(refusal: object[]) {
  const server = new WebSocketServer({ port: 0, handleProtocols: () => 'graphql-transport-ws' });
  servers.push(server);
  let count = 0;
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const { id, type } = JSON.parse(data.toString()) as Message;
      const send = (message: object) => socket.send(JSON.stringify({ id, ...message }));
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (type !== 'subscribe') return;
      count += 1;
      for (const answer of count === 1 ? refusal : [note]) send(answer);
    }),
  );
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Whether the client has read the refusal: without a subscription, it leaves. */
    hasRefused: () => (count === 1 && server.clients.size === 0) || undefined,
  };
}

/** Starts a subscription, and collects what it tells. */
function listen(url: string, query: string, variables = {}) {
  const client = createClient({ url });
  clients.push(client);
  const told: string[] = [];
  client.subscribe(parse(query), variables, {
    next: () => void told.push('event'),
    resync: () => void told.push('resync'),
    error: (error) => void told.push(`error: ${error.message}`),
    complete: () => void told.push('complete'),
  });
  return { client, told };
}

/** What a subscription tells, from its beginning until its first event or its end. */
async function toldBy(url: string, query: string, variables = {}): Promise<string[]> {
  const { told } = listen(url, query, variables);
  await waitFor('an event or the end', () => told.some((call) => call !== 'resync') || undefined);
  return told;
}

const forgetful = 'subscription { messageAdded(userId: "me") { id } }';
const resuming = 'subscription ($since: String) { messageAdded(userId: "me", since: $since) { id } }';

describe.each(Object.entries(waysToRefuse))('a subscription that is refused %s', (_when, refusedWith) => {
  const refusedFor = (code: string, details = {}) =>
    refusingOnce(refusedWith([{ message: code, extensions: { code, ...details } }]));

  it.each(['UNAVAILABLE', 'RATE_LIMITED'])('with %s for some time begins again after it', async (code) => {
    const { url } = await refusedFor(code, { retryAfter: 0.1 });
    expect(await toldBy(url, resuming, { since: 'cursor' })).toEqual(['event']);
  });

  it('says that events may have been missed if it cannot resume', async () => {
    const { url } = await refusedFor('UNAVAILABLE', { retryAfter: 0.1 });
    expect(await toldBy(url, forgetful)).toEqual(['resync', 'event']);
  });

  it('completes if the client is closed in the meantime', async () => {
    const { url, hasRefused } = await refusedFor('UNAVAILABLE', { retryAfter: 60 });
    const { client, told } = listen(url, forgetful);
    await waitFor('the refusal', hasRefused);
    client.close();
    expect(told).toEqual(['complete']);
  });

  it('for another reason ends', async () => {
    const { url } = await refusedFor('FORBIDDEN');
    expect(await toldBy(url, forgetful)).toEqual(['error: FORBIDDEN']);
  });
});

it('a subscription above the number that may be open ends: waiting would not help', async () => {
  const { url } = await refusingOnce(
    waysToRefuse['before it begins']([
      { message: 'Close some first.', extensions: { code: 'RATE_LIMITED' } },
    ]),
  );
  expect(await toldBy(url, forgetful)).toEqual(['error: Close some first.']);
});
