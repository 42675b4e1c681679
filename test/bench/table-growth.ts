import { randomUUID } from 'node:crypto';
import { createConnection, type Connection } from 'mysql2/promise';
import { openBeside } from '../support/mariadb';
import { startServer, type RunningServer } from '../support/server-process';
import { Account } from './account';
import { openLargeClinic, patients, type LargeClinic } from './large-clinic';
import type { Result } from './result-table';
import { compare, timed } from './rounds';
import { recentReadings, sensorReading } from './sensor-records';

const day = 86_400_000;
const fiveMinutes = 300_000;
const daysOfPerson = 90;
/** Records of the table that the measured one is compared with. */
const fewRecords = 100_000;
const rounds = 20;
const largestRatio = 1.2;

/** A service with one measured person among many others. */
interface Town {
  person: Account;
  dataSetId: string;
  owner: Account;
  clinic: LargeClinic;
}

/** The parts of the stage that this benchmark needs. */
interface Stage {
  server: RunningServer;
  databaseUrl: string;
  account: Account;
  largeClinic: () => Promise<LargeClinic>;
}

/** What a person or a clinic does: its name, how often in a round, and the request. */
type Action = readonly [name: string, times: number, run: (town: Town) => Promise<unknown>];

const get = (account: Account, path: string) =>
  account.client.send(path, { headers: account.headers, discard: true });

const range = (days: number): string => {
  const to = Math.floor(Date.now() / day) * day;
  return `startDate=${new Date(to - days * day).toISOString()}&endDate=${new Date(to - 1).toISOString()}`;
};

let uploads = 0;

/** An hour of readings that no upload before contained. */
function newHour(): string {
  uploads += 1;
  const readings = Array.from({ length: 12 }, (_, index) => ({
    ...sensorReading(index),
    time: new Date(Date.now() - index * fiveMinutes).toISOString(),
    origin: { id: `${uploads}-${index}:cbg`, name: 'org.example.bench', type: 'application' },
  }));
  return JSON.stringify(readings);
}

const recompute = (person: Account) =>
  person.client.send(`/v1/summaries/cgm/${person.userId}`, { method: 'POST', headers: person.headers });

const actions: readonly Action[] = [
  ['latest', 10, ({ person }) => get(person, `/data/${person.userId}?latest=true&type=cbg`)],
  ['one day', 10, ({ person }) => get(person, `/data/${person.userId}?${range(1)}`)],
  ['90 days', 1, ({ person }) => get(person, `/data/${person.userId}?${range(daysOfPerson)}`)],
  ['upload of 12', 5, ({ person, dataSetId }) => person.upload(dataSetId, [newHour()])],
  ['summary', 5, ({ person }) => recompute(person)],
  [
    `list of ${patients} patients`,
    3,
    ({ owner, clinic }) =>
      get(owner, `/v1/clinics/${clinic.id}/patients?limit=50&sort=-lastData&sortType=cgm`),
  ],
];

/**
 * How much longer everyday requests take when the table of records is large. The others' records are copies of those of
 * the measured person, with ids of their own.
 */
export async function benchTableGrowth(stage: Stage, records: number): Promise<Result[]> {
  const small = await openBeside(stage.databaseUrl);
  const server = await startServer({ DATABASE_URL: small.url });
  const owner = await Account.open(server, 'bench-owner');
  const few = await settle(server, small.url, {
    records: fewRecords,
    owner,
    clinic: await openLargeClinic(owner, small.url),
  });
  const clinic = await stage.largeClinic();
  const many = await settle(stage.server, stage.databaseUrl, { records, owner: stage.account, clinic });
  const results: Result[] = [];
  for (const [name, times, run] of actions) {
    const side = (town: Town) => () =>
      timed(async () => {
        for (let count = 0; count < times; count += 1) await run(town);
      });
    const { ratio, ours, theirs } = await compare(rounds, side(many), side(few));
    const each = (milliseconds: number) => `${(milliseconds / times).toFixed(2)} ms`;
    results.push({
      what: `${name}, table of ${records} records / of ${fewRecords}`,
      goal: `<= ${largestRatio}`,
      measured: ratio.toFixed(2),
      figures: `${each(ours)} / ${each(theirs)}`,
    });
  }
  for (const account of [few.person, many.person, owner]) account.close();
  await server.stop();
  await small.close();
  return results;
}

/** Uploads a person's records, and fills the table with those of others. */
async function settle(
  server: RunningServer,
  databaseUrl: string,
  { records, ...clinic }: { records: number; owner: Account; clinic: LargeClinic },
): Promise<Town> {
  const person = await Account.open(server, 'bench-person');
  const dataSetId = await person.createDataSet();
  const to = Math.floor(Date.now() / day) * day;
  await person.upload(dataSetId, recentReadings(to - daysOfPerson * day, to));
  const connection = await createConnection(databaseUrl);
  try {
    const own = (daysOfPerson * day) / fiveMinutes;
    for (let stored = own; stored < records; stored += own) await copyToAnother(connection, person.userId);
    await connection.query('ANALYZE TABLE records');
  } finally {
    await connection.end();
  }
  await recompute(person);
  return { person, dataSetId, ...clinic };
}

async function copyToAnother(connection: Connection, userId: string): Promise<void> {
  const another = randomUUID();
  const shared =
    'type, sub_type, active, device_id, origin_id, hash, sample_interval, reason, source, created_time, archived_time, archived_upload_id, content';
  await connection.query(
    `INSERT INTO records (user_id, time, id, upload_id, ${shared})
     SELECT ?, time, MD5(CONCAT(id, ?)), MD5(CONCAT(upload_id, ?)), ${shared} FROM records WHERE user_id = ?`,
    [another, another, another, userId],
  );
}
