import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, startChild, stopChild, waitUntilReady } from '../support/child';
import type { Account } from './account';
import { Client, type Call } from './client';
import { dashboardCall, graphCall, shown } from './dashboard-query';
import type { LargeClinic } from './large-clinic';
import type { Result } from './result-table';
import { compare, timed } from './rounds';

const rounds = 9;
const queriesPerRound = 400;
/** Enough to warm up the JIT compiler in both processes, as in a long-running service. */
const queriesBefore = 3_000;
const atOnce = 16;
const smallestRatio = 2;
/** Has its own package file, because its packages are large and used nowhere else. */
const folder = resolve('test/bench/postgraphile');
const postgresUrl = process.env.POSTGRES_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

const theirQuery = `query Dashboard($clinicId: String!, $first: Int!) { clinicByRowId(rowId: $clinicId) { rowId name
  clinicPatientsByClinicId(first: $first, orderBy: NAME_KEY_ASC) { edges { node { userId fullName birthDate mrn
    patientTaggingsByClinicIdAndUserId { nodes { clinicTagByTagId { rowId name } } }
    patientSitesByClinicIdAndUserId { nodes { clinicSiteBySiteId { rowId name } } }
    patientSummaryByClinicIdAndUserId { content } dataSources } } } } }`;

/**
 * Dashboards of a large clinic per second, compared with PostGraphile over the same rows in PostgreSQL, which has no
 * token, permissions or access log.
 */
export async function benchDashboard(
  { client, headers }: Account,
  databaseUrl: string,
  { id: clinicId }: LargeClinic,
): Promise<Result> {
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  const theirs = await startPostGraphile(databaseUrl);
  const other = new Client(theirs.url);
  const side = (to: Client, call: Call) => {
    // Client work takes time from the measured server, because both share the processors.
    const ask = () => to.send('/graphql', { ...call, discard: true });
    return {
      answer: () => to.send('/graphql', call),
      warmUp: () => often(ask, queriesBefore),
      round: () => timed(() => often(ask, queriesPerRound)),
    };
  };
  const [us, them] = [
    side(client, dashboardCall(headers, clinicId)),
    side(other, graphCall(headers, theirQuery, clinicId)),
  ];
  await assertSame(us.answer, them.answer);
  await us.warmUp();
  await them.warmUp();
  const { ratio, ...times } = await compare(rounds, us.round, them.round);
  other.close();
  await theirs.close();
  const rate = (milliseconds: number) => `${Math.round((queriesPerRound / milliseconds) * 1000)}/s`;
  return {
    what: `dashboard of ${shown} patients, requests a second / PostGraphile 5 without rights`,
    goal: `>= ${smallestRatio}`,
    measured: (1 / ratio).toFixed(2),
    figures: `${rate(times.ours)}, PostGraphile ${rate(times.theirs)}`,
  };
}

async function often(ask: () => Promise<unknown>, queries: number): Promise<void> {
  let left = queries;
  const worker = async () => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Both sides must return the same: the patients in order, and their summaries. */
async function assertSame(...asks: (() => Promise<{ text: string }>)[]): Promise<void> {
  const [ours, theirs] = await Promise.all(
    asks.map(async (ask) => {
      const { text } = await ask();
      return [...text.matchAll(/"(?:userId|cgmStats)":(?:"[^"]*"|\{"id":"[^"]*")/g)].join(' ');
    }),
  );
  if (!ours || ours !== theirs) throw new Error('The dashboards differ.');
}

async function startPostGraphile(databaseUrl: string) {
  const logs = mkdtempSync(join(tmpdir(), 'glycograph-bench-'));
  const logFile = join(logs, 'postgraphile.log');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startChild({
    command: process.execPath,
    arguments: [join(folder, 'serve.mjs')],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SOURCE_URL: databaseUrl,
      POSTGRES_URL: postgresUrl,
      GRAPHILE_ENV: 'production',
    },
    logFile,
  });
  const query = new URLSearchParams({ query: '{ __typename }' });
  await waitUntilReady(
    child,
    logFile,
    async () => (await fetch(`${url}/graphql?${query.toString()}`)).status < 500,
  );
  const close = () => stopChild(child, logFile).finally(() => rmSync(logs, { recursive: true, force: true }));
  return { url, close };
}
