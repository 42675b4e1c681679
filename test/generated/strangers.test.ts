import 'reflect-metadata';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFastFolder } from '../support/fast-folder';
import { openLoggingDatabase, type LoggedStatement } from '../support/logged-statements';
import { findDatabaseServer } from '../support/installed-programs';
import { newServer } from '../support/server-process';
import { addStrangers } from '../support/strangers';
import { useEverything } from './everything';
import { unlimited } from './flat-lists';
import { addMore } from './more-of-a-world';
import { buildWorld } from './world';

const strangers = 2_000;
/** Rows that a statement may look at for each row that it returns or changes, and for each text and number that it names. */
const rowsFor = { row: 10, text: 100, number: 10 };

const texts = /'(?:[^'\\]|\\.|'')*'/g;
const numbers = /\b\d+\b/g;

/** Whether a statement looks at rows that have nothing to do with its result. */
function isWide({ sql, examined, returned }: LoggedStatement): boolean {
  const ofTexts = rowsFor.text * (1 + (sql.match(texts)?.length ?? 0));
  const ofNumbers = rowsFor.number * (sql.replace(texts, '').match(numbers)?.length ?? 0);
  return examined > rowsFor.row * returned + ofTexts + ofNumbers;
}

/** The first of each kind of statement, whatever values are in it. */
function describeKinds(statements: readonly LoggedStatement[]): string[] {
  const kinds = new Map<string, string>();
  for (const { sql, examined, returned } of statements) {
    const kind = sql.replace(texts, '?').replace(numbers, '?').replace(/\s+/g, ' ').slice(0, 500);
    if (!kinds.has(kind)) kinds.set(kind, `${examined} rows for ${returned}: ${kind}`);
  }
  return [...kinds.values()];
}

(findDatabaseServer() ? it : it.skip)('on MySQL, statements look at no rows of strangers', async () => {
  const database = await openLoggingDatabase();
  const server = await newServer({ ...unlimited, DATABASE_URL: database.url });
  try {
    await server.start();
    await addMore(server, await buildWorld(server, 0));
    await server.stop();
    expect((await addStrangers(database.url, strangers)).length).toBeGreaterThan(30);
    await database.statements();
    await server.start();
    await useEverything(server);
    const statements = await database.statements();
    expect(statements.length).toBeGreaterThan(5_000);
    expect(describeKinds(statements.filter(isWide))).toEqual([]);
  } finally {
    await server.close();
    await database.close();
  }
});

/** Tables that SQLite may look at as a whole. */
const mayBeScanned = [
  // Small, or read to the first row that matches.
  'migrations',
  'clinic_migrations',
  'events',
  'outbox_messages',
  'signing_keys',
  // Administrators of the service see all, page by page, in the order of an index.
  'clinicians',
  // After a change of the key, and when data of past sessions is removed.
  'provider_sessions',
  'oauth_grants',
  'launched_patients',
];

interface Plan {
  sql: string;
  scanned: string[];
}

/** Without statements that read nothing: TypeORM spells a list without values in this way. */
const readPlans = (file: string): Plan[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Plan)
    .filter(({ sql }) => !sql.includes('0=1'));

it('on SQLite, statements look at no table as a whole', async () => {
  const folder = newFastFolder('glycograph-plans-');
  const file = join(folder, 'plans');
  const watching = {
    NODE_OPTIONS: `--require ${resolve('test/support/plan-watch.cjs')}`,
    PLAN_WATCH_FILE: file,
  };
  const server = await newServer({ ...unlimited, ...watching });
  try {
    await server.start();
    // Migrations may look at whole tables.
    rmSync(file);
    await server.stop();
    await server.start();
    await useEverything(server);
    const plans = readPlans(file);
    expect(plans.length).toBeGreaterThan(300);
    expect(plans.filter((plan) => plan.scanned.some((table) => !mayBeScanned.includes(table)))).toEqual([]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
