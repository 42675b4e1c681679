import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceSubject } from '../../../../src/identity/audit/operator-log.service';
import { administrationCommands } from '../../../../src/commands/administration/program';
import { AdministrationSession } from '../../../../src/commands/administration/session';
import { readConfig } from '../../../../src/platform/config';
import { runCommand } from '../../../support/commands';
import { newFastFolder } from '../../../support/fast-folder';
import { openMigrated } from '../../../support/migrated-database';
import { cbg } from '../../../support/records';

/** Ids that commands print, and those of what waits, by the names that command lines use. */
type Ids = Record<string, string>;

/** Part of what commands print. */
interface Printed {
  id?: string;
}

/** A command line in the sequence. Words in braces stand for ids. */
interface Step {
  line: string;
  /** The command in the access log, without the program's name; nothing for commands that only look. */
  logged?: string;
  /** Accounts whose logs have an entry, too. */
  of?: string[];
  kind?: 'READ' | 'CHANGE';
  /** The name of the id that it prints. */
  makes?: string;
  /** What it prints. */
  shows?: unknown;
}

const email = (name: string): string => `${name}@example.org`;
const address = expect.objectContaining({ email: email('jill') }) as unknown;

/** Every command, in an order in which each has something to do. */
const steps: Step[] = [
  { line: `accounts create ${email('nurse')} --role clinician`, logged: 'accounts create', makes: 'nurse' },
  { line: `accounts create ${email('jill')} --unconfirmed`, logged: 'accounts create', makes: 'jill' },
  { line: 'accounts find jill', shows: [address] },
  { line: 'accounts show {jill}', shows: expect.objectContaining({ isConfirmed: false }) },
  { line: 'mail resend {jill}', logged: 'mail resend --kind confirmation', of: ['jill'] },
  { line: `mail test ${email('me')}`, logged: 'mail test' },
  { line: 'accounts reset-password {nurse}', logged: 'accounts reset-password', of: ['nurse'] },
  { line: 'accounts reset-password {nurse} --mail', logged: 'accounts reset-password --mail', of: ['nurse'] },
  {
    line: 'accounts roles add {nurse} administrator',
    logged: 'accounts roles add administrator',
    of: ['nurse'],
  },
  { line: 'accounts roles list {nurse}', shows: ['clinician', 'administrator'] },
  {
    ...{ line: 'accounts roles remove {nurse} administrator', of: ['nurse'] },
    logged: 'accounts roles remove administrator',
  },
  {
    ...{ line: 'accounts roles remove {jill} patient', of: ['jill'] },
    logged: 'accounts roles remove patient',
  },
  { line: 'accounts roles list {jill}', shows: ['patient'] },
  { line: 'accounts log-out {nurse}', logged: 'accounts log-out', of: ['nurse'] },
  { line: 'accounts disable {nurse}', logged: 'accounts disable', of: ['nurse'] },
  { line: 'accounts enable {nurse}', logged: 'accounts enable', of: ['nurse'] },

  { line: 'clinics create Harbor --admin {nurse}', logged: 'clinics create', of: ['nurse'], makes: 'clinic' },
  { line: 'clinics find arbo', shows: [expect.objectContaining({ name: 'Harbor' })] },
  { line: 'clinics show {clinic}', shows: expect.objectContaining({ tier: 'tier0100' }) },
  { line: 'clinics tier {clinic} tier0300', logged: 'clinics tier {clinic} tier0300' },
  {
    ...{ line: 'clinics members add {clinic} {jill}', of: ['jill'] },
    logged: 'clinics members add {clinic} CLINIC_MEMBER',
  },
  {
    line: 'clinics members list {clinic}',
    shows: [address, expect.objectContaining({ email: email('nurse') })],
  },
  {
    ...{ line: 'clinics members remove {clinic} {jill} --yes', of: ['jill'] },
    logged: 'clinics members remove {clinic}',
  },

  { line: 'clients add page --secret --grants client_credentials', logged: 'clients add page' },
  { line: 'clients rotate-secret page', logged: 'clients rotate-secret page' },
  { line: 'clients list', shows: expect.arrayContaining([expect.objectContaining({ id: 'page' })]) },
  { line: 'clients remove page --yes', logged: 'clients remove page' },
  { line: 'servers add importer', logged: 'servers add importer' },
  { line: 'servers rotate-secret importer', logged: 'servers rotate-secret importer' },
  { line: 'servers list', shows: expect.arrayContaining([expect.objectContaining({ id: 'importer' })]) },
  { line: 'servers log-out importer --yes', logged: 'servers log-out importer' },
  { line: 'servers log-out --yes', logged: 'servers log-out' },
  { line: 'servers remove importer --yes', logged: 'servers remove importer' },

  { line: 'keys rotate session', logged: 'keys rotate session' },
  { line: 'keys replace session --yes', logged: 'keys replace session' },
  { line: 'keys list', shows: expect.arrayContaining([expect.objectContaining({ ring: 'session' })]) },

  {
    line: 'queue status',
    shows: expect.objectContaining({ tasks: [expect.objectContaining({ count: 2 })] }),
  },
  { line: 'queue outbox list --topic kept', shows: [expect.objectContaining({ state: 'waiting' })] },
  { line: 'queue outbox show {message}', shows: expect.objectContaining({ topic: 'kept' }) },
  { line: 'queue outbox retry {message}', logged: 'queue outbox retry {message}' },
  { line: 'queue outbox drop {message} --yes', logged: 'queue outbox drop {message}' },
  { line: 'queue tasks list', shows: [expect.anything(), expect.anything()] },
  { line: 'queue tasks show {task}', shows: expect.objectContaining({ state: 'pending' }) },
  { line: 'queue tasks retry {task}', logged: 'queue tasks retry {task}' },
  { line: 'queue tasks drop {task} --yes', logged: 'queue tasks drop {task}' },

  { line: 'data import {jill} {folder}/given.jsonl', logged: 'data import', of: ['jill'] },
  {
    ...{ line: 'data export {jill} {folder}/kept.csv --format csv', of: ['jill'] },
    ...{ logged: 'data export --format csv', kind: 'READ' },
  },
  { line: 'data check', shows: { findings: [] } },
  { line: 'accounts confirm {unconfirmed}', logged: 'accounts confirm', of: ['unconfirmed'] },
  { line: 'accounts delete {jill} --yes', logged: 'accounts delete', of: ['jill'] },

  { line: 'doctor', shows: expect.objectContaining({ isOk: true }) },
  { line: 'migrate status', shows: expect.objectContaining({ isUpToDate: true, pending: [] }) },
  // Nothing is pending.
  { line: 'migrate run', shows: { isUpToDate: true } },
  { line: 'backup {folder}/backup', logged: 'backup', kind: 'READ' },
  { line: 'log --limit 1', shows: [expect.objectContaining({ operation: 'glycograph backup' })] },
];

const filled = (text: string, ids: Ids): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

describe('every command of an operator', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let session: AdministrationSession;
  let ids: Ids;
  let close: () => Promise<void>;

  const settings = (url: string) => ({
    DATABASE_URL: url,
    MAIL_URL: `file:${join(folder, 'mail')}`,
    BLOB_URL: `file:${join(folder, 'blobs')}`,
    CLIENTS_FILE: join(folder, 'clients.json'),
    WAITING_ROWS_FOLDER: join(folder, 'rows'),
    PASSWORD_HASH_MEMORY: '64',
  });

  /** A folder with the files that commands are given. */
  function newFolder(): string {
    const created = newFastFolder('glycograph-commands-');
    writeFileSync(join(created, 'clients.json'), '[]');
    writeFileSync(join(created, 'given.jsonl'), JSON.stringify(cbg({ time: '2024-05-06T07:00:00Z' })));
    return created;
  }

  beforeAll(async () => {
    const database = await openMigrated(globalThis.dialect ?? 'sqlite');
    folder = newFolder();
    env = settings(database.url);
    session = await AdministrationSession.open(readConfig(env), 'nobody');
    ids = { folder, ...(await addWork(session)) };
    close = () => session.close().then(() => database.close());
  });

  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });

  /** What waits for a process of the service; nobody handles it. */
  async function addWork({ services }: AdministrationSession): Promise<Ids> {
    const { accountAdministration, database, keyRings, outbox, outboxQueue, tasks } = services;
    await keyRings.signingKey('session');
    const user = await accountAdministration.prepare({
      ...{ email: email('unconfirmed'), role: 'patient', isConfirmed: false },
    });
    await accountAdministration.open(user, undefined);
    const [task] = await database.transaction(async (manager) => {
      await outbox.add(manager, 'kept', {}, 86_400_000);
      return [
        await tasks.add(manager, { type: 'org.example.unknown' }),
        await tasks.add(manager, { type: 'org.example.unknown' }),
      ];
    });
    const [[message] = []] = await outboxQueue.pages([{ filter: { topic: 'kept' }, size: 1 }]);
    return { unconfirmed: user.id, task: task?.id ?? '', message: message?.item?.id ?? '' };
  }

  it('is in the sequence', () => {
    const names = administrationCommands.map(({ name }) => name);
    const isCalled = (name: string) => steps.some(({ line }) => `${line} `.startsWith(`${name} `));
    // Into another database: see the test below.
    expect(names.filter((name) => !isCalled(name))).toEqual(['restore']);
  });

  /** Entries of an account by an operator. */
  const entriesBy = async (operator: string, accountId: string) =>
    (await session.services.operatorLog.newest(accountId, 5))
      .filter(({ client }) => client === operator)
      .map(({ kind, reason, operation }) => ({ kind, reason, operation }));

  it.each(steps.map((step, index) => ({ ...step, operator: `operator ${index}` })))(
    '$line leaves its entry in the access log, if it is a change',
    async ({ line, logged, of = [], kind = 'CHANGE', makes, shows, operator }) => {
      const words = [...filled(line, ids).split(' '), '--operator', operator, '--json'];
      const { code, stdout, output } = await runCommand('glycograph', words, env);
      expect({ code, output }).toEqual({ code: 0, output: stdout });
      const printed = JSON.parse(stdout) as Printed;
      if (shows !== undefined) expect(printed).toEqual(shows);
      if (makes !== undefined) ids[makes] = printed.id ?? '';
      const operation = `glycograph ${filled(logged ?? '', ids)}`;
      const expected = logged === undefined ? [] : [{ kind, reason: 'OPERATOR', operation }];
      expect(await entriesBy(operator, serviceSubject)).toEqual(expected);
      for (const name of of) expect(await entriesBy(operator, ids[name] ?? '')).toEqual(expected);
    },
  );
});

it('a database that was migrated or restored by a command has an entry on that', async () => {
  const folder = newFastFolder('glycograph-commands-');
  const settings = (name: string) => ({
    DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`,
    BLOB_URL: `file:${join(folder, `${name}-blobs`)}`,
    SUDO_USER: 'alice',
  });
  const operations = async (name: string) => {
    const { stdout } = await runCommand('glycograph', ['log', '--json'], settings(name));
    return (JSON.parse(stdout) as { by: string; operation: string }[]).map(
      ({ by, operation }) => `${by}: ${operation}`,
    );
  };
  try {
    const backup = join(folder, 'backup');
    await runCommand('../migrate', [], settings('first'));
    await runCommand('../migrate', [], settings('first'));
    expect(await operations('first')).toEqual(['alice: glycograph migrate run']);
    await runCommand('backup', [backup], settings('first'));
    expect(await operations('first')).toEqual(['alice: glycograph backup', 'alice: glycograph migrate run']);
    await runCommand('restore', [backup], settings('second'));
    const restored = ['alice: glycograph restore', 'alice: glycograph migrate run'];
    expect(await operations('second')).toEqual(restored);
    const again = await runCommand('glycograph', ['restore', backup, '--operator', 'bob'], settings('third'));
    expect(again.code).toBe(0);
    expect(await operations('third')).toEqual(['bob: glycograph restore', 'alice: glycograph migrate run']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
