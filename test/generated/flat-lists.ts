import { join } from 'node:path';
import { persistence } from '../../src/persistence';
import { Database } from '../../src/platform/database/database';
import { servedGraph } from '../../src/surfaces';
import { api, type Json } from '../support/api';
import { CopiedRows } from '../support/copied-rows';
import { countingStatements, countStatements } from '../support/counted-statements';
import { startServer } from '../support/server-process';
import { ListPlaces, type ListPlace } from './list-places';
import { addMore } from './more-of-a-world';
import { buildWorld, type Caller, type World } from './world';

/** What the walk has found. */
export interface Findings {
  /** Lists that cost more statements the longer they are, with these numbers. */
  steep: string[];
  /** Lists of which the test has not made enough items. */
  short: string[];
  /** Queries that were compared. */
  compared: number;
  /** Numbers of statements of all lists that were compared, as lines of text. */
  table: string;
}

/** A list as a caller reads it. */
interface Reading {
  place: ListPlace;
  caller: Caller;
}

/** Answers of one caller to the same query, with lists of different lengths. */
interface Readings extends Reading {
  counts: Count[];
}

interface Count {
  items: number;
  statements: number;
}

/** Those who see most. */
const readers: readonly Caller[] = ['administrator', 'patient', 'friend', 'server'];
const readersOfOne = 2;
/** How often a list of a size is read. */
const usualTimes = 2;
const mostTimes = 8;

export const unlimited = {
  GRAPH_MAX_DEPTH: '60',
  GRAPH_MAX_ALIASES: '10000',
  GRAPH_MAX_COST: '1000000000000000',
  GRAPH_MAX_TOKENS: '90000',
  // An answer that ends early takes fewer statements than the whole.
  OPERATION_TIMEOUT: '600',
  OPERATION_MEMORY: '4096',
};

const day = 86_400_000;
const instant = (time: number): string => JSON.stringify(new Date(time).toISOString());

/** Numbers of items at `found`, wherever it is in the answer. */
function countFound(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + countFound(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries<Json>(value).reduce((sum, [key, each]) => {
    if (key !== 'found' || each === null) return sum + countFound(each);
    return sum + (Array.isArray(each) ? each : each.edges).length;
  }, 0);
}

/** The log of accesses grows with each reading of the test itself. */
const writtenByReading = 'User.accessLog';

export function placesIn(world: World): ListPlaces {
  const id = (kind: string) => JSON.stringify(world.ids.find(([each]) => each === kind)?.[1]);
  const [userId, clinicId, tagId] = [id('user'), id('clinic'), id('tag')];
  const [from, startTime] = [instant(Date.now() - day), instant(Date.now() - 2 * day)];
  return new ListPlaces(servedGraph().schema, {
    'Query.user.id': userId,
    'Query.clinic.id': clinicId,
    'Query.dataSet.id': id('dataSet'),
    'Query.providerSessions.filter': `{ userId: ${userId} }`,
    'Query.message.id': id('message'),
    'Clinic.tideReport.input': `{ period: DAYS_14, tagIds: [${tagId}], lastDataCutoff: ${from} }`,
    followedId: userId,
    ...{ userId, clinicId, from, startTime },
    ...{ to: instant(Date.now()), endTime: instant(Date.now()) },
  });
}

type Read = (reading: Reading) => Promise<Count>;

/** For each place some callers who see an item there, with what reading it takes in the world as it was built. */
async function chooseReadings(places: readonly ListPlace[], read: Read): Promise<Readings[]> {
  const chosen: Readings[] = [];
  for (const place of places.filter(({ name }) => name !== writtenByReading)) {
    let number = 0;
    for (const caller of readers) {
      if (number >= readersOfOne) continue;
      const single = await read({ place, caller });
      if (single.items === 0) continue;
      chosen.push({ place, caller, counts: [single] });
      number += 1;
    }
  }
  return chosen;
}

/**
 * Reads every list of the schema with more and more items, and compares the numbers of SQL statements. A single item
 * is counted but not compared, because some pages are read with one statement less then.
 *
 * @param sizes numbers of items, in ascending order; the first of them is 1
 * @param report takes a line for each list that is read with some of these numbers
 */
export async function findSteepLists(
  databaseUrl: string | undefined,
  sizes: readonly number[],
  report: (line: string) => void = () => {},
): Promise<Findings> {
  const server = await startServer({
    ...countingStatements,
    ...unlimited,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  try {
    const world = await buildWorld(server, 1);
    await addMore(server, world);
    const read: Read = async ({ place, caller }) => {
      const answer = await api(server).graph(place.query, { token: world.tokenOf(caller) });
      if (answer.body?.data === undefined) throw new Error(`${answer.text.slice(0, 1_000)}: ${place.query}`);
      return { items: countFound(answer.body.data), statements: countStatements(answer) };
    };
    const places = placesIn(world);
    const readings = await chooseReadings(places.find(), read);
    const copier = await openCopier(databaseUrl ?? `sqlite:${join(server.folder, 'glycograph.db')}`, world);
    let made = 1;
    for (const size of sizes.slice(1)) {
      await copier.copyEverything(made, size);
      for (const reading of readings) {
        report(`${reading.place.name} with ${size} for the ${reading.caller}`);
        reading.counts.push(await readAgain(read, reading));
      }
      made = size;
    }
    await copier.close();
    const long = readings.filter(({ counts }) => (counts.at(-1)?.items ?? 0) >= made);
    const names = new Set([writtenByReading, ...long.map(({ place }) => place.name)]);
    return {
      steep: long.filter(isSteep).map(describeReadings),
      short: places.names().filter((name) => !names.has(name)),
      compared: long.length,
      table: writeTable(long, sizes),
    };
  } finally {
    await server.close();
  }
}

/** On a busy machine each reading has a batch that went out in two parts; a list that is not batched takes far more. */
const splitBatches = 2;
/** One statement reads as many pages (`readParts`), so each list behind more items takes another one. */
const pagesAtOnce = 100;

/** The most statements of an answer with some items, if one with few of them takes so many: none for an item. */
function mostStatements({ query }: ListPlace, few: Count, { items }: Count): number {
  const pages = items >= pagesAtOnce ? query.split('(first:').length - 1 : 0;
  return few.statements + splitBatches + pages;
}

/**
 * The answer with the fewest statements of some, or the first one with no more than the second size allows: a batch may go out
 * in two parts, depending on when rows arrive.
 */
async function readAgain(read: Read, reading: Readings): Promise<Count> {
  const [, few] = reading.counts;
  let best = await read(reading);
  for (let times = 1; times < (few ? mostTimes : usualTimes); times += 1) {
    if (few && best.statements <= mostStatements(reading.place, few, best)) break;
    const next = await read(reading);
    if (next.statements < best.statements) best = next;
  }
  return best;
}

/** Whether lists of more items take more statements than those of the second size. */
const isSteep = ({ place, counts: [, few, ...longer] }: Readings): boolean =>
  few !== undefined && longer.some((count) => count.statements > mostStatements(place, few, count));

/** A line for each list and caller: the statements with each number of items, and the sums of all lines. */
function writeTable(readings: readonly Readings[], sizes: readonly number[]): string {
  const writeLine = (name: string, statements: readonly number[]) =>
    [name.padEnd(60), ...statements.map((count) => String(count).padStart(6))].join(' ');
  const lines = readings.map(({ place, caller, counts }) =>
    writeLine(
      `${place.name} (${caller})`,
      counts.map(({ statements }) => statements),
    ),
  );
  const sums = sizes.map((_size, index) =>
    readings.reduce((sum, { counts }) => sum + (counts[index]?.statements ?? 0), 0),
  );
  return [writeLine('Statements by number of items', sizes), ...lines, writeLine('All', sums)].join('\n');
}

const describeReadings = ({ place, caller, counts }: Readings): string =>
  `${place.name} for the ${caller}: ${counts.map(({ items, statements }) => `${items} items, ${statements} statements`).join('; ')}: ${place.query.slice(0, 200)}`;

/** Numbers of the copies of items, accounts and clinics. */
const firstNumbers = { items: 0, account: 1_000, friend: 2_000, clinic: 3_000 };

/** Lets there be more of everything. The first two people are the patient and the friend. */
async function openCopier(url: string, { ids }: World) {
  const of = (kind: string) => ids.filter(([each]) => each === kind).map(([, id]) => id);
  // The last clinician is the administrator; others may have copies.
  const people = [...of('user'), ...of('clinician').slice(-1), ...of('patient')];
  const clinics = of('clinic');
  const database = await Database.open(url, { schema: persistence, poolSize: 2, migrate: false });
  const rows = await CopiedRows.read(database, [...people, ...clinics]);
  return {
    /** Makes `size` of everything that there are `before` of. */
    async copyEverything(before: number, size: number): Promise<void> {
      const from = (first: number) =>
        Array.from({ length: size - before }, (_, index) => first + before + index);
      await rows.copy(
        people.concat(clinics).flatMap((id) => rows.keysOf(id)),
        from(firstNumbers.items),
      );
      await rows.copy(people.slice(0, 1), from(firstNumbers.account));
      await rows.copy(people.slice(1, 2), from(firstNumbers.friend));
      await rows.copy(clinics.slice(0, 1), from(firstNumbers.clinic));
    },
    close: () => database.close(),
  };
}
