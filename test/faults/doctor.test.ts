import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../support/commands';
import { newFastFolder } from '../support/fast-folder';

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
    expect(stdout).not.toContain('hidden');
  });

  it('tells wrong settings, and does nothing then', async () => {
    const { code, checkOf } = await doctor({ PORT: 'http', DATABSE_URL: 'sqlite::memory:' });
    expect(code).toBe(1);
    expect(checkOf('PORT')?.message).toBe('must be a number, and is "http".');
    expect(checkOf('DATABSE_URL')?.message).toBe('is no setting; did you mean DATABASE_URL?');
  });
});
