import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { openRestartableDatabase, openTestDatabase } from '../support/mariadb';
import { closeStartedServers, startServer, type RunningServer } from '../support/server-process';
import { Account } from './account';
import { benchBuilds } from './builds';
import { benchClinicDay, type Replay } from './clinic-day';
import { benchContent } from './content';
import { benchDashboard } from './dashboard';
import { benchEventLoop } from './event-loop';
import { benchExporting } from './exporting';
import { benchGrowth } from './growth';
import { openLargeClinic, type LargeClinic } from './large-clinic';
import { benchMixed } from './mixed';
import { benchPatientLists } from './patient-lists';
import { benchProfiles } from './profiles';
import { benchInstalled } from './installed';
import { benchReading } from './reading';
import { resultTable, type Result } from './result-table';
import { benchSmallReads } from './small-reads';
import { benchStarting } from './starting';
import { benchStatistics } from './statistics';
import { benchStoredBytes } from './stored-bytes';
import { benchSubscribing } from './subscribing';
import { benchSummarizing } from './summarizing';
import { benchTableGrowth } from './table-growth';
import { benchTideReport } from './tide-report';
import { benchTracing } from './tracing';
import { benchUploadCost } from './upload-cost';
import { benchUploading } from './uploading';

/** Enough for all data, so that the disk is not measured. */
const databaseArguments = ['--innodb-buffer-pool-size=2G', '--innodb-log-file-size=1G'];

/** What is measured, on one of the databases. */
interface Place {
  server: RunningServer;
  databaseUrl: string;
  account: Account;
  /** Data of the account, loaded on first use. */
  largeClinic: () => Promise<LargeClinic>;
}

interface Stage extends Place {
  /** The same on the embedded database, opened on first use. */
  onSqlite: () => Promise<Place>;
  /** Seconds of a round of the mixed load. */
  seconds: number;
  /** The clinic's day that is replayed. */
  replay: Replay;
  /** Folder of another checkout. */
  against: string | undefined;
}

/** Measures on both databases, and says which line is about which. */
const onBoth =
  (measure: (place: Place) => Promise<Result | Result[]>) =>
  async (stage: Stage): Promise<Result[]> => {
    const results: Result[] = [];
    for (const [name, place] of [
      ['SQLite', await stage.onSqlite()],
      ['MariaDB', stage],
    ] as const) {
      const measured = [await measure(place)].flat();
      results.push(...measured.map((result) => ({ ...result, what: `${result.what}, on ${name}` })));
    }
    return results;
  };

/** @param databaseUrl a database of MariaDB; absent for SQLite */
async function openPlace(databaseUrl?: string): Promise<Place> {
  const server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const account = await Account.open(server, 'bench');
  const url = databaseUrl ?? `sqlite:${server.folder}/glycograph.db`;
  let opened: Promise<LargeClinic> | undefined;
  const largeClinic = () => (opened ??= openLargeClinic(account, url));
  return { server, databaseUrl: url, account, largeClinic };
}

/** Benchmarks by name. */
const benchmarks: Record<string, (stage: Stage) => Promise<Result | Result[]>> = {
  'small-reads': onBoth(({ account, databaseUrl }) => benchSmallReads(account, databaseUrl)),
  uploading: onBoth(async ({ server, databaseUrl }) => {
    const account = await Account.open(server, 'bench-upload');
    const result = await benchUploading(account, databaseUrl);
    account.close();
    return result;
  }),
  mixed: (stage) =>
    onBoth(({ server, databaseUrl }) => benchMixed(server, databaseUrl, stage.seconds))(stage),
  'clinic-day': (stage) => onBoth(({ server }) => benchClinicDay(server, stage.replay))(stage),
  'upload-cost': onBoth(({ server }) => benchUploadCost(server)),
  reading: onBoth(({ server, account, databaseUrl }) => benchReading(server, account, databaseUrl)),
  exporting: onBoth(({ server }) => benchExporting(server)),
  content: onBoth(({ server, account }) => benchContent(server, account)),
  growth: async (stage) => [
    ...(await benchTableGrowth(stage, 1_000_000)),
    ...(await onBoth(({ server, databaseUrl }) => benchGrowth(server, databaseUrl))(stage)),
  ],
  'growth-10m': (stage) => benchTableGrowth(stage, 10_000_000),
  'growth-50m': (stage) => benchTableGrowth(stage, 50_000_000),
  summarizing: onBoth(({ server, databaseUrl }) => benchSummarizing(server, databaseUrl)),
  statistics: onBoth(({ server, databaseUrl }) => benchStatistics(server, databaseUrl)),
  profiles: onBoth(({ databaseUrl }) => benchProfiles(databaseUrl)),
  'patient-lists': onBoth(async ({ account, databaseUrl, largeClinic }) =>
    benchPatientLists(account, databaseUrl, await largeClinic()),
  ),
  dashboard: async ({ account, databaseUrl, largeClinic }) =>
    benchDashboard(account, databaseUrl, await largeClinic()),
  tide: onBoth(async ({ account, databaseUrl, largeClinic }) =>
    benchTideReport(account, databaseUrl, await largeClinic()),
  ),
  builds: async ({ server, databaseUrl, account, largeClinic, against }) => {
    if (against === undefined)
      throw new Error('--against takes the folder of another checkout, which is built.');
    return benchBuilds(server, databaseUrl, account, await largeClinic(), against);
  },
  'event-loop': ({ databaseUrl }) => benchEventLoop(databaseUrl),
  tracing: ({ databaseUrl }) => benchTracing(databaseUrl),
  starting: ({ databaseUrl }) => benchStarting(databaseUrl),
  installed: () => Promise.resolve(benchInstalled()),
  'stored-bytes': ({ databaseUrl }) => benchStoredBytes(databaseUrl),
  subscribing: onBoth(({ server, databaseUrl }) => benchSubscribing(server, databaseUrl)),
};

/** Benchmarks whose tables do not fit into memory: 1.6 GB for each million records. */
const onDisk = new Set(['growth-10m', 'growth-50m']);

/** Benchmarks that need more than MariaDB and this checkout, or hours; they only run by name. */
const needsMore = new Set(['dashboard', 'builds', ...onDisk]);

/** What of a clinic's day is replayed: `--people`, `--hours` such as `8-10`, and `--days` of data before. */
function readReplay({ people, hours, days }: Record<'people' | 'hours' | 'days', string>): Replay {
  const [from = NaN, to = NaN] = hours.split('-').map(Number);
  const replay = { people: Number(people), hours: { from, to }, daysBefore: Number(days) };
  if (!(replay.people > 0 && replay.daysBefore >= 0)) throw new Error('--people and --days take a number.');
  if (!(from >= 0 && from < to && to <= 24)) throw new Error('--hours takes a range such as 8-10.');
  return replay;
}

/**
 * The table of all benchmarks. One that fails leaves the others their figures. Each says when it ends, as all of them take half
 * an hour.
 */
async function measureAll(wanted: [string, (stage: Stage) => Promise<Result | Result[]>][], stage: Stage) {
  const results: Result[] = [];
  for (const [name, measure] of wanted) {
    try {
      const found = [await measure(stage)].flat();
      results.push(...found);
      console.log(found.map(({ what, measured, figures }) => `${what}: ${measured} (${figures})`).join('\n'));
    } catch (error) {
      process.exitCode = 1;
      console.error(`${name} failed:`, error instanceof Error ? error.message : error);
    }
  }
  return `\n${resultTable(results)}`;
}

/**
 * Compares the build with hand-written baselines on a private MariaDB, and prints a table. Arguments are names of
 * benchmarks, run in this order; by default all that need only MariaDB. `--seconds` and what `readReplay` takes make those that
 * have a size longer or shorter, `--against` names the folder of another checkout for `builds`.
 */
async function main(args: string[]): Promise<void> {
  const { positionals: asked, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '3' },
      people: { type: 'string', default: '100' },
      hours: { type: 'string', default: '0-24' },
      days: { type: 'string', default: '13' },
      against: { type: 'string' },
    },
  });
  const { against } = values;
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error('--seconds takes a number.');
  const replay = readReplay(values);
  const unknown = asked.filter((name) => !benchmarks[name]);
  if (unknown.length > 0)
    throw new Error(`There is ${Object.keys(benchmarks).join(', ')}, not ${unknown.join(', ')}.`);
  const database = asked.some((name) => onDisk.has(name))
    ? await openRestartableDatabase(databaseArguments, tmpdir())
    : await openTestDatabase(databaseArguments);
  try {
    const place = await openPlace(database.url);
    let openedSqlite: Promise<Place> | undefined;
    const onSqlite = () => (openedSqlite ??= openPlace());
    const stage = { ...place, onSqlite, against, seconds, replay };
    const wanted = Object.entries(benchmarks).filter(([name]) =>
      asked.length === 0 ? !needsMore.has(name) : asked.includes(name),
    );
    console.log(await measureAll(wanted, stage));
    for (const opened of [place, await openedSqlite]) opened?.account.close();
  } finally {
    await closeStartedServers();
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
