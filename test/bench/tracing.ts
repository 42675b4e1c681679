import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startServer, type RunningServer } from '../support/server-process';
import { Account } from './account';
import { wholeProcessorTime } from './processor-time';
import type { Result } from './result-table';
import { compare } from './rounds';

const rounds = 9;
const requestsPerRound = 1_000;
/** Rounds until the code of a new process is compiled. */
const warmUp = 4;
const largestRatio = 1.05;

const query = '{ me { id blobs(first: 5) { edges { node { id } } } } }';

/** A collector that reads and forgets. It runs in this process, whose time is not measured. */
async function startCollector(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A server and an account, and the processor time that its requests take. */
async function openSide(name: string, env: NodeJS.ProcessEnv) {
  const server: RunningServer = await startServer({
    LOG_LEVEL: 'warn',
    GRAPH_COST_PER_ACCOUNT: '0',
    GRAPH_COST_PER_ADDRESS: '0',
    ...env,
  });
  const account = await Account.open(server, `bench-tracing-${name}`);
  const { client, headers } = account;
  const body = JSON.stringify({ query });
  const round = async (send: () => Promise<unknown>): Promise<number> => {
    const begun = wholeProcessorTime(server.pid() ?? 0);
    for (let left = requestsPerRound; left > 0; left -= 10)
      await Promise.all(Array.from({ length: 10 }, send));
    return wholeProcessorTime(server.pid() ?? 0) - begun;
  };
  return {
    rest: () => round(() => client.send('/auth/user', { headers })),
    graph: () =>
      round(() =>
        client.send('/graphql', {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body,
        }),
      ),
    close: async () => {
      account.close();
      await server.close();
    },
  };
}

/**
 * Processor time of requests to a process that traces all of them, as a ratio to a process that traces none. A sample of
 * a tenth shows what is usual in production.
 */
export async function benchTracing(databaseUrl: string): Promise<Result[]> {
  const collector = await startCollector();
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const base = { DATABASE_URL: databaseUrl, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const tenth = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const results: Result[] = [];
  for (const [which, sampler] of [
    ['all requests', {}],
    ['a tenth of them', tenth],
  ] as const) {
    // Both are new: a process becomes faster with each request that it has answered.
    const name = which.split(' ')[0] ?? '';
    const plain = await openSide(`${name}-none`, { DATABASE_URL: databaseUrl });
    const traced = await openSide(name, { ...base, ...sampler });
    for (let round = 0; round < warmUp; round += 1)
      for (const side of [traced, plain]) {
        await side.rest();
        await side.graph();
      }
    for (const kind of ['rest', 'graph'] as const) {
      const { ratio, ours, theirs } = await compare(rounds, traced[kind], plain[kind]);
      const each = (milliseconds: number) => (milliseconds / requestsPerRound).toFixed(2);
      results.push({
        what: `${kind === 'rest' ? 'GET /auth/user' : 'a query'}, traces of ${which} / none`,
        goal: `<= ${largestRatio}`,
        measured: ratio.toFixed(2),
        figures: `${each(ours)} ms of processor time, without ${each(theirs)} ms`,
      });
    }
    await plain.close();
    await traced.close();
  }
  collector.close();
  return results;
}
