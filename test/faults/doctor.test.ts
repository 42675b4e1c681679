import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../support/commands';
import { newFastFolder } from '../support/fast-folder';
import { hasMysql, openTestDatabase } from '../support/mariadb';

/** The checks of `glycograph doctor` by their settings, and its exit code. */
async function doctor(settings: Record<string, string>) {
  const { code, stdout } = await runCommand('glycograph', ['doctor', '--json'], settings);
  const { isOk, checks } = JSON.parse(stdout) as {
    isOk: boolean;
    checks: { setting: string; state: string; value?: string; message: string }[];
  };
  return { code, isOk, stdout, checkOf: (name: string) => checks.find(({ setting }) => setting === name) };
}

describe('glycograph doctor', () => {
  it('says of each backend what is wrong and how to mend it, without secrets', async () => {
    const folder = newFastFolder('glycograph-doctor-');
    const providers = join(folder, 'providers.json');
    writeFileSync(
      providers,
      JSON.stringify([{ alias: 'idp', issuer: 'http://localhost:1/realm', clientId: 'us' }]),
    );
    const { code, isOk, stdout, checkOf } = await doctor({
      DATABASE_URL: 'mysql://nobody:hidden@127.0.0.1:1/nothing',
      REDIS_URL: 'redis://:hidden@127.0.0.1:1',
      REDIS_URI: 'redis://:hidden@127.0.0.1:2',
      MAIL_URL: 'smtp://me:hidden@127.0.0.1:1',
      BLOB_URL: 'file:/dev/null/blobs',
      WAITING_ROWS_FOLDER: folder,
      IDENTITY_PROVIDERS_FILE: providers,
      CLIENTS_FILE: '/nowhere',
      SERVER_SECRET: 'hidden',
    });
    expect([code, isOk]).toEqual([1, false]);
    const refused = 'Nothing listens at this host and port. ';
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'MAIL_URL'])
      expect(checkOf(name)).toMatchObject({ state: 'failed', message: expect.stringContaining(refused) });
    expect(checkOf('BLOB_URL')).toMatchObject({
      ...{ state: 'failed', value: 'file:/dev/null/blobs' },
      message: expect.stringContaining('cannot be created or written'),
    });
    expect(stdout).toContain('The identity provider idp does not work at http://localhost:1/realm.');
    expect(checkOf('CLIENTS_FILE')).toMatchObject({
      ...{ state: 'failed', message: expect.stringContaining('There is no such file.') },
    });
    expect(checkOf('SERVER_SECRET')).toMatchObject({ state: 'warning' });
    expect(checkOf('REDIS_URI')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('REDIS_URL'),
    });
    expect(stdout).not.toContain('hidden');
  });

  it('tells wrong settings, and does nothing then', async () => {
    const { code, checkOf } = await doctor({ PORT: 'http', DATABSE_URL: 'sqlite::memory:' });
    expect(code).toBe(1);
    expect(checkOf('PORT')?.message).toBe('must be a number, and is "http".');
    expect(checkOf('DATABSE_URL')?.message).toBe('is not a setting; did you mean DATABASE_URL?');
  });
});

(hasMysql ? describe : describe.skip)('glycograph on MariaDB', () => {
  it('examines and migrates a database, and copies it into another one', async () => {
    const [from, to] = [await openTestDatabase(), await openTestDatabase()];
    const folder = newFastFolder('glycograph-copied-');
    const settings = (which: string, url: string) => {
      mkdirSync(join(folder, which));
      return {
        DATABASE_URL: url,
        BLOB_URL: `file:${join(folder, which, 'blobs')}`,
        MAIL_URL: `file:${join(folder, which, 'mail')}`,
        WAITING_ROWS_FOLDER: join(folder, which, 'rows'),
        SUDO_USER: 'alice',
      };
    };
    try {
      const [first, second] = [settings('first', from.url), settings('second', to.url)];
      const run = async (words: string, env: Record<string, string>) => {
        const { code, output } = await runCommand('glycograph', words.split(' '), env);
        return { code, output };
      };
      const empty = await doctor(first);
      expect([empty.code, empty.checkOf('DATABASE_URL')?.message]).toEqual([
        0,
        expect.stringContaining('It is empty: the start migrates it.'),
      ]);
      expect((await run('migrate run', first)).code).toBe(0);
      expect((await doctor(first)).checkOf('DATABASE_URL')?.message).toMatch(
        / answers, is up to date, and can be written\.$/,
      );
      expect((await run('accounts create jill@example.org', first)).code).toBe(0);
      expect((await run(`backup ${join(folder, 'backup')}`, first)).code).toBe(0);
      expect((await run(`restore ${join(folder, 'backup')}`, second)).code).toBe(0);
      expect((await run('accounts find jill', second)).output).toContain('jill@example.org');
      expect((await doctor(second)).checkOf('DATABASE_URL')?.state).toBe('ok');
      const operations = async (env: Record<string, string>) =>
        (JSON.parse((await run('log --json', env)).output) as { by: string; operation: string }[]).map(
          ({ by, operation }) => `${by}: ${operation}`,
        );
      const before = ['alice: glycograph accounts create', 'alice: glycograph migrate run'];
      expect(await operations(first)).toEqual(['alice: glycograph backup', ...before]);
      expect(await operations(second)).toEqual(['alice: glycograph restore', ...before]);
      const again = await run(`restore ${join(folder, 'backup')}`, second);
      expect(again).toEqual({
        code: 1,
        output: 'The database of DATABASE_URL is not empty. Create an empty one first.\n',
      });
    } finally {
      await from.close();
      await to.close();
      rmSync(folder, { recursive: true });
    }
  });
});
