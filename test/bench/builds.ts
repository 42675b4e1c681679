import { resolve } from 'node:path';
import { startServer, type RunningServer } from '../support/server-process';
import type { Account } from './account';
import { Client, type Call } from './client';
import { dashboardCall } from './dashboard-query';
import type { LargeClinic } from './large-clinic';
import { exactProcessorTime } from './processor-time';
import { quantile } from './quantile';
import type { Result } from './result-table';
import { median } from './rounds';

const rounds = 40;
/** Short enough for other load on the machine to affect all builds alike. */
const requestsPerRound = 100;
/** Requests of each kind until the code of a new process is compiled. */
const warmUp = 1_500;
const atOnce = 10;
/** How often the rounds are drawn anew for the interval of a ratio. */
const draws = 1_000;

/** A process of a build that is measured. */
interface Entrant {
  client: Client;
  pid: number;
}

/** Requests that the builds are measured with. */
const makeRequests = (
  account: Account,
  clinic: LargeClinic,
): Record<string, { path: string; call: Call }> => ({
  'GET /auth/user': { path: '/auth/user', call: { headers: account.headers, discard: true } },
  'dashboard of 50 patients': {
    path: '/graphql',
    call: { ...dashboardCall(account.headers, clinic.id), discard: true },
  },
});

/**
 * Processor time of requests to another build of the service, as a ratio to this one: what a change has cost, or what a trick
 * gives if the other build is without it. A second process of this build says how far equal ones differ.
 *
 * @param other the root folder of another checkout, which is built
 */
export async function benchBuilds(
  server: RunningServer,
  databaseUrl: string,
  account: Account,
  clinic: LargeClinic,
  other: string,
): Promise<Result[]> {
  const settings = {
    DATABASE_URL: databaseUrl,
    SERVER_SECRET: server.serverSecret,
    // The other build may be earlier than this one, whose migrations have run.
    ALLOW_NEWER_DATABASE: 'true',
  };
  const enter = async (folder: string): Promise<Entrant> => {
    const started = await startServer(settings, resolve(folder, 'dist/src/main.js'));
    return { client: new Client(started.url), pid: started.pid() ?? 0 };
  };
  const entrants = { ours: await enter('.'), again: await enter('.'), theirs: await enter(other) };
  const results: Result[] = [];
  for (const [what, { path, call }] of Object.entries(makeRequests(account, clinic))) {
    const send = ({ client }: Entrant) => client.send(path, call);
    for (const entrant of Object.values(entrants)) await often(() => send(entrant), warmUp);
    const costs = { ours: [] as number[], again: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['ours', 'again', 'theirs'] as const)
        costs[name].push(await cost(entrants[name], send));
    results.push(describe(what, costs));
  }
  for (const { client } of Object.values(entrants)) client.close();
  return results;
}

/** Milliseconds of processor time for each of some requests. */
async function cost(entrant: Entrant, send: (entrant: Entrant) => Promise<unknown>): Promise<number> {
  const before = exactProcessorTime(entrant.pid);
  await often(() => send(entrant), requestsPerRound);
  return (exactProcessorTime(entrant.pid) - before) / requestsPerRound;
}

async function often(send: () => Promise<unknown>, requests: number): Promise<void> {
  let left = requests;
  const worker = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function describe(
  what: string,
  { ours, again, theirs }: Record<'ours' | 'again' | 'theirs', number[]>,
): Result {
  const ratios = theirs.map((value, round) => value / (ours[round] ?? NaN));
  const noise = again.map((value, round) => value / (ours[round] ?? NaN));
  return {
    what: `${what}, processor time of the other build / this one`,
    goal: '',
    measured: `${median(ratios).toFixed(2)} (${interval(ratios)})`,
    figures: `${median(theirs).toFixed(2)} ms, this one ${median(ours).toFixed(2)} ms; two processes of this one ${median(noise).toFixed(2)} (${interval(noise)})`,
  };
}

/** Covers the medians of 95 % of the rounds drawn anew. */
function interval(values: readonly number[]): string {
  const drawn = Array.from({ length: draws }, () =>
    median(values.map(() => values[Math.floor(Math.random() * values.length)] ?? NaN)),
  ).sort((one, other) => one - other);
  return `${quantile(drawn, 0.025).toFixed(2)} to ${quantile(drawn, 0.975).toFixed(2)}`;
}
