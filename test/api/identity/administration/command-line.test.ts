import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFastFolder } from '../../../support/fast-folder';
import { runCommand } from '../../../support/commands';
import { openMigrated } from '../../../support/migrated-database';
import { cbg } from '../../../support/records';

const dialect = globalThis.dialect ?? 'sqlite';

/** A block of the page: a command line, and what it prints. */
interface Shown {
  command: string;
  output: string;
}

const page = readFileSync('docs/administration.md', 'utf8');

const shownCommands = (): Shown[] =>
  [...page.matchAll(/^```console\n\$ glycograph (.*)\n([\s\S]*?)^```$/gm)].map(
    ([, command = '', output = '']) => ({ command, output }),
  );

/** Values that differ each time. */
const changing =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\b[0-9a-f]{24}\b|\b[0-9a-f]{32}\b|(?<=resetKey=)[\w-]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d+ (?:d|h|min|s)\b|\b[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}\b/g;

/** What depends on the database, and how wide columns are. */
const comparable = (text: string): string =>
  text
    .replace(/DATABASE_URL=\S+ .*? answers/, 'DATABASE_URL answers')
    .replace(/WAITING_ROWS_FOLDER=\S+/, 'WAITING_ROWS_FOLDER:')
    .replace(/ +/g, ' ')
    .trim();

let folder: string;
let env: NodeJS.ProcessEnv;
let close: () => Promise<void>;

const settingsFor = (url: string) => ({
  DATABASE_URL: url,
  MAIL_URL: `file:${join(folder, 'mail')}`,
  BLOB_URL: `file:${join(folder, 'blobs')}`,
  CLIENTS_FILE: join(folder, 'clients.json'),
  WAITING_ROWS_FOLDER: join(folder, 'rows'),
  BASE_URL: 'https://glycograph.example.org',
  TRUST_PROXY: '1',
  SUDO_USER: 'alice',
  PASSWORD_HASH_MEMORY: '64',
});

beforeAll(async () => {
  const database = await openMigrated(dialect);
  folder = newFastFolder('glycograph-administration-');
  mkdirSync(join(folder, 'var'));
  close = () => database.close();
  env = settingsFor(database.url);
});

afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

/** A command line as a shell splits it. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

const glycograph = (line: string, more: NodeJS.ProcessEnv = {}) =>
  runCommand('glycograph', words(line), { ...env, ...more });

/** The JSON that a command prints. Throws when it fails. */
async function json(line: string) {
  const { code, output, stdout } = await glycograph(`${line} --json`);
  if (code !== 0) throw new Error(`glycograph ${line} exits with ${code}: ${output}`);
  return JSON.parse(stdout) as never;
}

describe('the page on administration', () => {
  it('names every command', () => {
    const folder = 'src/commands/administration';
    const names = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {4}name: '([a-z -]+)',$/gm)].map(
        ([, name = '']) => name,
      ),
    );
    expect(names.length).toBeGreaterThan(40);
    expect(
      names.filter((name) => !page.includes(`\`${name}`) && !page.includes(`glycograph ${name}`)),
    ).toEqual([]);
  });

  it('shows what the commands print', async () => {
    // Values in the page, and those of this run.
    const values = new Map<string, string>();
    for (const { command, output } of shownCommands()) {
      const line = command.replace(changing, (shown) => values.get(shown) ?? shown);
      const found = await glycograph(line.replaceAll('./', `${folder}/`));
      const printed = found.output.replaceAll(`${folder}/`, './');
      const shape = (text: string) => comparable(text.replace(changing, '…'));
      expect(`$ ${command}\n${shape(printed)}`).toBe(`$ ${command}\n${shape(output)}`);
      const present = printed.match(changing) ?? [];
      for (const [index, shown] of (output.match(changing) ?? []).entries())
        values.set(shown, present[index] ?? '');
    }
    expect(shownCommands().length).toBeGreaterThan(10);
  });
});

describe('the command line', () => {
  it('gives codes to what went wrong: 1 a fault, 2 usage, 3 refused', async () => {
    const [unknown, missing, refused, unconfirmed, wrong] = await Promise.all([
      glycograph('accounts find', { DATABASE_URL: 'sqlite:/dev/null/none.db' }),
      glycograph('accounts show'),
      glycograph('accounts show nobody@example.org --json'),
      glycograph('accounts delete nobody@example.org'),
      glycograph('accounts find --role king'),
    ]);
    expect([unknown, missing, refused, unconfirmed, wrong].map(({ code }) => code)).toEqual([1, 2, 3, 2, 2]);
    expect(unknown.output).toMatch(
      /^DATABASE_URL=sqlite:\/dev\/null\/none\.db: There is no such file\. .*\n$/,
    );
    expect(JSON.parse(refused.output)).toEqual({
      error: { code: 'NOT_FOUND', message: 'There is no account nobody@example.org.' },
    });
    expect(unconfirmed.output).toContain('Add --yes');
  });

  it('says which release it is', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await glycograph('--version')).toMatchObject({ code: 0, output: `${version}\n` });
  });

  it('says what is wrong with a command line as JSON, too', async () => {
    const [missing, option] = await Promise.all([
      glycograph('keys rotate --json'),
      glycograph('accounts find --json --wrong'),
    ]);
    const usage = (message: string) => ({ error: { code: 'USAGE', message } });
    expect([missing.code, option.code]).toEqual([2, 2]);
    expect(JSON.parse(missing.output)).toEqual(usage("missing required argument 'ring'"));
    expect(JSON.parse(option.output)).toEqual(usage("unknown option '--wrong'"));
  });

  it('says why the account of a clinician is not deleted', async () => {
    await json('accounts create clinician@example.org --role clinician');
    const { code, output } = await glycograph('accounts delete clinician@example.org --yes');
    expect(code).toBe(3);
    expect(output).toBe(
      'Accounts of clinics and clinicians cannot be deleted: patients must be able to see who read their data.\n',
    );
  });

  it('exports the records of a person to a private file, which another account can import', async () => {
    const file = join(folder, 'records.jsonl');
    const create = async (email: string) => ((await json(`accounts create ${email}`)) as { id: string }).id;
    const [from, to] = await Promise.all([create('from@example.org'), create('to@example.org')]);
    const records = ['2024-05-06T07:00:00Z', '2024-05-06T07:05:00Z'].map((time) => cbg({ time }));
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(await json(`data import ${from} ${file}`)).toEqual({ id: from, count: 2 });
    const copy = join(folder, 'copy.jsonl');
    expect(await json(`data export ${from} ${copy}`)).toEqual({ id: from, file: copy, format: 'records' });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    writeFileSync(file, '{"type":"cbg"}\n');
    const [imported, invalid, log] = await Promise.all([
      json(`data import ${to} ${copy}`),
      glycograph(`data import ${to} ${file}`),
      json(`log ${from}`),
    ]);
    expect(imported).toEqual({ id: to, count: 2 });
    expect([invalid.code, invalid.output]).toEqual([2, expect.stringContaining('time')]);
    const entries = log as { by: string; kind: string; operation: string }[];
    expect(entries.map(({ by, kind, operation }) => [by, kind, operation])).toEqual([
      ['alice', 'READ', 'glycograph data export --format records'],
      ['alice', 'CHANGE', 'glycograph data import'],
      ['alice', 'CHANGE', 'glycograph accounts create'],
    ]);
  });

  it('edits the file of clients as a whole, and keeps no secret in it', async () => {
    const file = join(folder, 'edited.json');
    const more = { CLIENTS_FILE: file };
    // The file does not exist yet.
    const added = JSON.parse((await glycograph('servers add importer --json', more)).stdout);
    const [entry] = JSON.parse(readFileSync(file, 'utf8'));
    expect(entry).toMatchObject({ clientId: 'importer', roles: ['backend_service'] });
    expect(readFileSync(file, 'utf8')).not.toContain(added.clientSecret);
    const before = readFileSync(file, 'utf8');
    const [twice, wrong] = await Promise.all([
      glycograph('servers add importer', more),
      glycograph('clients add dashboard --redirect javascript:alert(1)', more),
    ]);
    expect([twice.code, twice.output]).toEqual([3, 'The file has a client importer already.\n']);
    expect([wrong.code, readFileSync(file, 'utf8')]).toEqual([2, before]);
    expect(wrong.output).toMatch(/^The client is not valid: redirectUris\.0 must be an address; .*\n$/);
    const rotated = await glycograph('clients rotate-secret importer --json', more);
    expect(JSON.parse(rotated.stdout).clientSecret).not.toBe(added.clientSecret);
    const again = await glycograph('servers rotate-secret importer', more);
    expect(again.output).toContain('End them with `glycograph servers log-out importer`.');
    expect(existsSync(`${file}.new`)).toBe(false);
    const [builtIn, removed] = [
      await glycograph('clients remove blip --yes', more),
      await glycograph('servers remove importer --yes', more),
    ];
    expect([builtIn.code, builtIn.output]).toEqual([3, 'The client blip is built in.\n']);
    expect([removed.code, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([0, []]);
  });

  it('sends mails again that wait for an answer, one kind or all', async () => {
    const address = 'waits@example.org';
    const { id } = (await json(`accounts create ${address} --unconfirmed`)) as { id: string };
    expect(await json(`mail resend ${id}`)).toEqual({ email: address, sent: ['confirmation'] });
    expect(await json(`mail resend ${address} --kind password-reset`)).toEqual({
      email: address,
      sent: ['password-reset'],
    });
    const [none, wrong] = [
      await glycograph('mail resend nobody@example.org'),
      await glycograph(`mail resend ${address} --kind greeting`),
    ];
    expect([none.code, none.output]).toEqual([3, 'No mail to nobody@example.org waits for an answer.\n']);
    expect([wrong.code, wrong.output]).toEqual([
      2,
      '--kind must be one of confirmation, password-reset, invitation, clinician-invitation.\n',
    ]);
  });
});
