import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { api } from '../support/api';
import { newFastFolder } from '../support/fast-folder';
import { findDatabaseServer } from '../support/installed-programs';
import { openTestDatabase, type TestDatabase } from '../support/mariadb';
import { startObjectStore } from '../support/object-store';
import { startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** Root reads every file, whatever its mode. */
const mayReadAll = process.getuid?.() === 0;

/** Starts the program with invalid settings, and waits for its exit. */
function start(settings: Record<string, string>, name = 'main') {
  const { PATH, HOME } = process.env;
  const program = resolve(`dist/src/${name}.js`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    // Warnings at start-up would hide a missing error message.
    env: { PATH, HOME, DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'error', ...settings },
    encoding: 'utf8',
    // Ends a program that hangs.
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

describe('the program', () => {
  it('does not start with invalid settings, and reports all of them, without a stack', () => {
    const { status, output } = start({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(status).toBe(1);
    expect(output).toContain('These settings are not valid');
    expect(output).toContain('  PORT: must be a number, and is "http"');
    expect(output).toContain('  LOG_LEVEL: ');
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('shows neither secrets nor passwords in addresses, even if they are not encoded', () => {
    const { output } = start({
      PROVIDER_TOKEN_KEY: 'hidden',
      METRICS_TOKEN: 'hidden',
      BLOB_URL: 's3://me:hidden@content',
      DATABASE_URL: 'mysql://me:a/hid@x/y',
      REDIS_URL: 'redis://me:a/hid@x',
      MAIL_URL: 'smtp://me:a/hid%64en@x',
    });
    for (const name of ['PROVIDER_TOKEN_KEY', 'METRICS_TOKEN', 'BLOB_URL'])
      expect(output).toContain(`  ${name}: `);
    expect(output.match(/_URL: .*percent-encoded.*\*\*\*@x/g)).toHaveLength(3);
    expect(output).not.toContain('hid');
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL', { DATABASE_URL: '' }],
    ['DATABSE_URL', 'DATABASE_URL', { DATABASE_URL: 'sqlite::memory:' }],
    ['REDIS_URI', 'REDIS_URL', {}],
    ['MAIL_FORM', 'MAIL_FROM', {}],
    ['READY_TIMOUT', 'READY_TIMEOUT', {}],
  ])('does not start with %s, which is nearly %s', (wrong, meant, settings) => {
    const { status, output } = start({ ...settings, [wrong]: 'sqlite::memory:' });
    expect(status).toBe(1);
    expect(output).toContain(`  ${wrong}: is not a setting; did you mean ${meant}?`);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a database server that is not there',
      { DATABASE_URL: 'mysql://nobody:hidden@127.0.0.1:1/nothing' },
      /^DATABASE_URL=mysql:\/\/\*\*\*@127\.0\.0\.1:1\/nothing: Nothing listens at this host and port\. .*$/,
    ],
    [
      'a host without an address',
      { DATABASE_URL: 'mysql://nobody:hidden@host.invalid/nothing' },
      /^DATABASE_URL=mysql:\/\/\*\*\*@host\.invalid\/nothing: The host was not found.*$/,
    ],
    [
      'a folder that cannot be created',
      { DATABASE_URL: 'sqlite:/dev/null/glycograph.db' },
      /^DATABASE_URL=sqlite:\/dev\/null\/glycograph\.db: The folder \/dev\/null cannot be .*$/,
    ],
    [
      'a file system that allows no folders',
      { DATABASE_URL: 'sqlite:/proc/none/glycograph.db' },
      /^DATABASE_URL=.*: The folder \/proc\/none cannot be created or written.*$/,
    ],
    [
      'a foreign address',
      { HOST: '192.0.2.1' },
      /^HOST=192\.0\.2\.1: This is no address of this machine\..*$/,
    ],
    ['an unknown host', { HOST: 'host.invalid' }, /^HOST=host\.invalid: This name was not found\..*$/],
    [
      'consents that are not there',
      { CONSENTS_FILE: '/nowhere' },
      /^CONSENTS_FILE=\/nowhere: There is no such.*$/,
    ],
    [
      'clients that are not there',
      { CLIENTS_FILE: '/nowhere' },
      /^CLIENTS_FILE=\/nowhere: There is no such.*$/,
    ],
    ['providers in a folder', { PROVIDERS_FILE: '/tmp' }, /^PROVIDERS_FILE=\/tmp: This is a folder\. .*$/],
    [
      'an allow-list that is not JSON',
      { GRAPH_ALLOW_LIST_FILE: __filename },
      /^GRAPH_ALLOW_LIST_FILE=.*settings\.test\.ts: The file cannot be read as JSON\.$/,
    ],
    [
      'a database without migrations',
      { MIGRATE: 'false' },
      /^DATABASE_URL=sqlite:.*: The database is not up to date: .*MIGRATE to true\.$/,
    ],
  ])('does not start with %s, and says what mends it in one line', (_what, settings, line) => {
    const { status, output } = start(settings);
    expect(status).toBe(1);
    expect(output.trim()).toMatch(line);
    expect(output).not.toContain('hidden');
  });

  it.each([
    ['PORT', 'main', {}],
    ['PORT', 'demo/main', {}],
    ['METRICS_PORT', 'main', { PORT: '0' }],
  ])('does not start when %s is in use, and says so in one line: %s', async (setting, program, settings) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const { status, output } = start({ ...settings, [setting]: String(port) }, program);
      expect(status).toBe(1);
      expect(output.trim()).toMatch(
        new RegExp(`^${setting}=${port}: Another program listens on this port of 127.*$`),
      );
    } finally {
      other.close();
    }
  });

  describe('with a file of settings', () => {
    let folder: string;
    let path: string;

    beforeEach(() => {
      folder = newFastFolder('glycograph-settings-');
      path = join(folder, 'file.json');
    });

    afterEach(() => rmSync(folder, { recursive: true }));

    (mayReadAll ? it.skip : it)('does not start when it may not read the file', () => {
      writeFileSync(path, '[]');
      chmodSync(path, 0o000);
      const { status, output } = start({ CLIENTS_FILE: path });
      expect(status).toBe(1);
      expect(output.trim()).toBe(
        `CLIENTS_FILE=${path}: The process may not read the file. Give it the right to.`,
      );
    });

    it('does not start with identity providers of which one has a fault, and says which, without secrets', () => {
      const provider = (alias: string, issuer: string) => ({
        ...{ alias, issuer, clientId: 'us', clientSecret: 'hidden' },
      });
      writeFileSync(path, JSON.stringify([provider('first', 'https://a.example'), provider('second', 'b')]));
      const { status, output } = start({ IDENTITY_PROVIDERS_FILE: path });
      expect(status).toBe(1);
      const [first, ...problems] = output.trim().split('\n');
      expect(first).toBe(`IDENTITY_PROVIDERS_FILE=${path}: The identity providers in the file are invalid:`);
      expect(problems).toEqual([expect.stringMatching(/^ {2}1\.issuer: /)]);
      expect(output).not.toContain('hidden');
    });
  });

  (findDatabaseServer() ? describe : describe.skip)('with MySQL or MariaDB', () => {
    let mysql: TestDatabase;

    beforeAll(async () => {
      mysql = await openTestDatabase();
    });

    afterAll(() => mysql.close());

    const refusesUser = /: The server refuses this user and password\./;

    it.each<[string, (url: string) => string, RegExp]>([
      [
        'an absent database',
        (url) => url.replace(/[^/]*$/, 'absent'),
        /: The server has no database absent\. Create it/,
      ],
      ['a wrong password', (url) => url.replace(/\/\/.*@/, '//root:hidden@'), refusesUser],
      ['an unknown user', (url) => url.replace(/\/\/.*@/, '//nobody:hidden@'), refusesUser],
      [
        'a wrong password for two servers of which one is away',
        (url) => url.replace(/\/\/.*@/, '//root:hidden@127.0.0.1:1,'),
        refusesUser,
      ],
      [
        'a database without migrations',
        (url) => url,
        /^DATABASE_URL=mysql:.*: The database is not up to date: .*MIGRATE to true\.$/,
      ],
    ])('does not start with %s, and says so in one line', (_what, change, line) => {
      const { status, output } = start({ DATABASE_URL: change(mysql.url), MIGRATE: 'false' });
      expect(status).toBe(1);
      expect(output.trim().split('\n')).toEqual([expect.stringMatching(line)]);
      expect(output).not.toContain('hidden');
    });
  });

  it('starts beside a variable of another program that is like a given setting, and warns of it', async () => {
    const server = await startServer({ DATABASE_URI: 'postgres://127.0.0.1/other' });
    try {
      expect(server.logs()).toContain('DATABASE_URI is not a setting and is ignored; DATABASE_URL counts');
    } finally {
      await server.close();
    }
  });

  it('starts without backends that it needs later, and warns of each by its setting', async () => {
    const server = await startServer({
      REDIS_URL: 'redis://127.0.0.1:1',
      MAIL_URL: 'smtp://127.0.0.1:1',
      BLOB_URL: 'file:/dev/null/blobs',
    });
    try {
      for (const setting of ['REDIS_URL', 'MAIL_URL', 'BLOB_URL'])
        await waitFor(
          setting,
          () => readFileSync(server.logFile, 'utf8').includes(`"setting":"${setting}"`) || undefined,
        );
      const { body } = await api(server).get('/readyz');
      for (const name of ['redis', 'mail', 'blobs']) expect(body.checks[name].state).toBe('failing');
    } finally {
      await server.stop();
    }
  });

  it.each<[string, (url: URL) => void, string]>([
    ['that is not there', (url) => url.searchParams.set('endpoint', 'http://127.0.0.1:1'), 'ECONNREFUSED'],
    ['without its bucket', (url) => (url.host = 'absent'), 'NoSuchBucket'],
  ])('starts with an object store %s, and says what is wrong', async (_what, change, cause) => {
    const store = await startObjectStore();
    const url = new URL(store.url);
    change(url);
    const server = await startServer({ BLOB_URL: url.href, ...store.credentials });
    try {
      const line = await waitFor('the warning', () =>
        server
          .logs()
          .split('\n')
          .find((each) => each.includes('"setting":"BLOB_URL"')),
      );
      expect(line).toContain(cause);
      const { body } = await api(server).get('/readyz');
      expect(body.checks.blobs.state).toBe('failing');
    } finally {
      await server.close();
      await store.close();
    }
  });
});
