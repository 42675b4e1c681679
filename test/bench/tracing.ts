import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer, type RunningServer } from '../support/server-process';
import { Account } from './account';
import { exactProcessorTime } from './processor-time';
import type { Result } from './result-table';
import { median } from './rounds';

/** A process is faster or slower than an equal one for as long as it lives, so that several pairs are compared. */
const pairs = 3;
const rounds = 12;
/** Milliseconds after which no further pair, and no further round, is begun: the benchmark ends on a busy machine, too. */
const longestPairs = 80_000;
const longestRounds = 25_000;
const requestsPerRound = 150;
/** Requests of each kind until the code of a new process is compiled. */
const warmUp = 800;
const largestRatio = 1.05;

const query = '{ me { id blobs(first: 5) { edges { node { id } } } } }';

const kinds = { rest: 'GET /auth/user', graph: 'a query' } as const;
type Kind = keyof typeof kinds;
const kindsOfRequests = Object.keys(kinds) as Kind[];

/** A sender that records its own trace, so that the service follows. */
const sampled = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

/** What a request costs: processor time of the service, and time until all answers are there, in milliseconds. */
interface Cost {
  processor: number;
  wall: number;
}

/** Which process a request goes to, and what makes it more or less traced there. */
const sides = {
  off: { process: 'plain', headers: {} },
  usual: { process: 'tracing', headers: {} },
  all: { process: 'tracing', headers: sampled },
} as const;
type Side = keyof typeof sides;
const allSides = Object.keys(sides) as Side[];

/** A collector that reads and forgets. It runs in this process, whose time is not measured. */
async function startCollector(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A server and an account, and what requests cost it. */
async function openProcess(name: string, env: NodeJS.ProcessEnv) {
  const server: RunningServer = await startServer({
    LOG_LEVEL: 'warn',
    GRAPH_COST_PER_ACCOUNT: '0',
    GRAPH_COST_PER_ADDRESS: '0',
    ...env,
  });
  const account = await Account.open(server, `bench-tracing-${name}`);
  const { client } = account;
  const body = JSON.stringify({ query });
  const send = (kind: Kind, more: object) => {
    const headers = { ...account.headers, ...more };
    if (kind === 'rest') return client.send('/auth/user', { headers });
    const json = { ...headers, 'Content-Type': 'application/json' };
    return client.send('/graphql', { method: 'POST', headers: json, body });
  };
  const pid = server.pid() ?? 0;
  return {
    async measure(kind: Kind, headers: object, count: number): Promise<Cost> {
      const [processor, wall] = [exactProcessorTime(pid), performance.now()];
      for (let left = count; left > 0; left -= 10)
        await Promise.all(Array.from({ length: 10 }, () => send(kind, headers)));
      return {
        processor: (exactProcessorTime(pid) - processor) / count,
        wall: (performance.now() - wall) / count,
      };
    },
    close: async () => {
      account.close();
      await server.close();
    },
  };
}

type Costs = Record<Kind, Record<Side, Cost[]>>;

const noCosts = (): Costs => ({
  rest: { off: [], usual: [], all: [] },
  graph: { off: [], usual: [], all: [] },
});

/** Rounds of a new pair of processes, in turns that are short enough for other load to affect all of them alike. */
async function measurePair(
  number: number,
  endpoint: string,
  databaseUrl: string | undefined,
): Promise<Costs> {
  const database = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const processes = {
    plain: await openProcess(`plain-${number}`, database),
    tracing: await openProcess(`tracing-${number}`, { ...database, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  };
  const measure = (kind: Kind, side: Side, count: number) =>
    processes[sides[side].process].measure(kind, sides[side].headers, count);
  for (const kind of kindsOfRequests) {
    await measure(kind, 'off', warmUp);
    await measure(kind, 'usual', warmUp / 2);
    await measure(kind, 'all', warmUp / 2);
  }
  const costs = noCosts();
  const begun = performance.now();
  for (
    let round = 0;
    round < rounds && (round === 0 || performance.now() - begun < longestRounds);
    round += 1
  )
    for (const kind of kindsOfRequests)
      for (let turn = 0; turn < allSides.length; turn += 1) {
        const side = allSides[(turn + round) % allSides.length] ?? 'off';
        costs[kind][side].push(await measure(kind, side, requestsPerRound));
      }
  await processes.plain.close();
  await processes.tracing.close();
  return costs;
}

/** The median of the ratios of a round. */
const ratio = (costs: Costs[Kind], side: Side, of: keyof Cost): number =>
  median(costs[side].map((cost, round) => cost[of] / (costs.off[round]?.[of] ?? NaN)));

function describe(costs: readonly Costs[], kind: Kind, side: Side, on: string): Result {
  const each = costs.map((pair) => ratio(pair[kind], side, 'processor'));
  const requests = 1 / median(costs.map((pair) => ratio(pair[kind], side, 'wall')));
  const time = (which: Side) =>
    median(costs.flatMap((pair) => pair[kind][which].map(({ processor }) => processor))).toFixed(3);
  return {
    what: `${kinds[kind]} on ${on}: traces ${side === 'all' ? 'of all' : 'by default'} / none`,
    goal: side === 'all' ? '' : `<= ${largestRatio}`,
    measured: median(each).toFixed(2),
    figures: `${time(side)} ms of processor time, without ${time('off')} ms; pairs ${each.map((value) => value.toFixed(2)).join(', ')}, ${costs.reduce((sum, pair) => sum + pair[kind].off.length, 0)} rounds; requests a second ${requests.toFixed(2)}`,
  };
}

/**
 * Processor time of requests to a process that sends traces, as a ratio to one that sends none: with the sampler that is
 * the default, and for requests whose sender records them.
 */
export async function benchTracing(databaseUrl: string): Promise<Result[]> {
  const collector = await startCollector();
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const results: Result[] = [];
  for (const [on, url] of [['SQLite'], ['MariaDB', databaseUrl]] as const) {
    const costs: Costs[] = [];
    const begun = performance.now();
    while (costs.length < pairs && (costs.length === 0 || performance.now() - begun < longestPairs))
      costs.push(await measurePair(costs.length, endpoint, url));
    for (const kind of kindsOfRequests)
      for (const side of ['usual', 'all'] as const) results.push(describe(costs, kind, side, on));
  }
  collector.close();
  return results;
}
