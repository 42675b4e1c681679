import { once } from 'node:events';
import type { WebSocket } from 'ws';
import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { startBaseline } from './baseline-process';
import { Client } from './client';
import { processorTime } from './processor-time';
import type { Result } from './result-table';
import { openSubscribers, type Subscribers } from './subscribers';

const subscriberCount = 500;
const viewerCount = 500;
const rounds = 20;
/** Milliseconds. */
const longestDelay = 250;

const query = `subscription ($id: ID!) {
  dataAdded(userId: $id) { dataSetId types from to count
    records { id time ... on ContinuousGlucose { value(units: MMOL_L) } } } }`;

const record = (round: number): string =>
  JSON.stringify([
    {
      type: 'cbg',
      time: new Date(Date.parse('2024-01-01T00:00:00Z') + round * 300_000).toISOString(),
      units: 'mmol/L',
      value: 5.5,
      origin: { id: `bench-${round}` },
    },
  ]);

/** Time from a record's upload to its subscribers, compared with a process that only broadcasts the same bytes. */
export async function benchSubscribing(server: RunningServer, databaseUrl: string): Promise<Result> {
  const owner = await Account.open(server, 'bench-subscribed');
  const viewers = await openViewers(server, owner);
  const dataSetId = await owner.createDataSet();
  const graph = server.url.replace(/^http/, 'ws') + '/graphql';
  const ours = await openSubscribers(graph, ['graphql-transport-ws'], subscriberCount, (socket, index) =>
    subscribe(socket, viewers[index % viewers.length] ?? owner, owner.userId),
  );
  const baseline = await startBaseline('broadcast', databaseUrl);
  const theirs = await openSubscribers(
    baseline.url.replace(/^http/, 'ws'),
    [],
    subscriberCount,
    async () => {},
  );
  const byHand = new Client(baseline.url);

  const delays = { ours: [] as number[], theirs: [] as number[] };
  const spent = () => processorTime(server.pid() ?? NaN);
  let before = NaN;
  for (let round = 0; round <= rounds; round += 1) {
    const { message, delays: own } = await measure(ours, () => owner.upload(dataSetId, [record(round)]));
    const bare = await measure(theirs, async () => {
      await byHand.send('/', { method: 'POST', body: message });
    });
    // The first round is a warm-up.
    if (round === 0) {
      before = spent();
      continue;
    }
    delays.ours.push(...own);
    delays.theirs.push(...bare.delays);
  }
  const perDelivery = (1000 * (spent() - before)) / (rounds * subscriberCount);
  for (const closing of [ours, theirs, byHand, owner, ...viewers]) closing.close();
  await baseline.close();
  return {
    what: `record to ${subscriberCount} subscribers, p99 after its upload is acknowledged`,
    goal: `< ${longestDelay} ms`,
    measured: `${quantile(delays.ours, 0.99)} ms`,
    figures: `p50 ${quantile(delays.ours, 0.5)} ms; bare broadcast p50 ${quantile(delays.theirs, 0.5)} ms, p99 ${quantile(delays.theirs, 0.99)} ms; ${perDelivery.toFixed(0)} µs of processor time for each delivery`,
  };
}

/** Accounts that may view the data of the owner. */
async function openViewers(server: RunningServer, owner: Account): Promise<Account[]> {
  const viewers: Account[] = [];
  for (let index = 0; index < viewerCount; index += 1) {
    const viewer = await Account.open(server, `bench-viewer-${index}`);
    await owner.client.send(`/access/${owner.userId}/${viewer.userId}`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ view: {} }),
    });
    viewers.push(viewer);
  }
  return viewers;
}

/** Resolves once the subscription is active: a later message on the connection has been answered then. */
async function subscribe(socket: WebSocket, { headers }: Account, userId: string): Promise<void> {
  const send = (message: object) => socket.send(JSON.stringify(message));
  const listening = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { id, type } = JSON.parse(data.toString()) as { id?: string; type: string };
      if (id === 'turn' && type === 'complete') resolve();
    });
  });
  send({ type: 'connection_init', payload: headers });
  await once(socket, 'message');
  send({ type: 'subscribe', id: 'data', payload: { query, variables: { id: userId } } });
  send({ type: 'subscribe', id: 'turn', payload: { query: '{ serverTime }' } });
  await listening;
  socket.removeAllListeners('message');
}

async function measure(
  subscribers: Subscribers,
  cause: () => Promise<void>,
): Promise<{ delays: number[]; message: string }> {
  const { caused, arrivals, message } = await subscribers.after(cause);
  return { delays: arrivals.map((arrival) => Math.max(0, arrival - caused)), message };
}

function quantile(values: readonly number[], part: number): string {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[Math.ceil(part * sorted.length) - 1] ?? NaN).toFixed(1);
}
