import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dumpDatabase, loadDatabase } from '../../src/maintenance/sql-programs';
import { api } from '../support/api';
import { runCommand } from '../support/commands';
import {
  openEncryptedDatabase,
  whyNoEncryption,
  type EncryptedDatabase,
} from '../support/encrypted-database';
import { newFastFolder } from '../support/fast-folder';
import { openRestartableDatabase } from '../support/mariadb';
import { newPerson } from '../support/person';
import { startServer } from '../support/server-process';
import { waitForTakeover } from '../support/wait-until';

if (whyNoEncryption())
  process.stderr.write(`The tests with an encrypted database are left out: ${whyNoEncryption()}.\n`);

(whyNoEncryption() ? describe.skip : describe)('A database that takes only encrypted connections', () => {
  let database: EncryptedDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await openEncryptedDatabase();
    folder = newFastFolder('glycograph-encrypted-');
  });
  afterAll(async () => {
    await database?.close();
    rmSync(folder, { recursive: true });
  });

  const trusting = (authority: string) => `?tls=true&ca=${authority}`;
  const newUrl = () => database.newUrl(trusting(database.authority));
  const settings = (url: string) => ({
    DATABASE_URL: url,
    BLOB_URL: `file:${join(folder, 'blobs')}`,
    WAITING_ROWS_FOLDER: join(folder, 'rows'),
  });

  it('is used by the service, and by its commands with their programs', async () => {
    const [url, otherUrl] = [await newUrl(), await newUrl()];
    const server = await startServer({ DATABASE_URL: url });
    const { email } = await newPerson(server);
    await server.close();
    const backup = join(folder, 'backup');
    expect(await runCommand('backup', [backup], settings(url))).toMatchObject({ code: 0 });
    expect(await runCommand('restore', [backup], settings(otherUrl))).toMatchObject({ code: 0 });
    const found = await runCommand('glycograph', ['accounts', 'find', email], settings(otherUrl));
    expect([found.code, found.output]).toEqual([0, expect.stringContaining(email)]);
  });

  it('is used as a cluster, and as a replica', async () => {
    const url = await newUrl();
    const host = /localhost:\d+/.exec(url)?.[0] ?? '';
    const server = await startServer({
      DATABASE_URL: url.replace(host, `${host},${host}`),
      DATABASE_REPLICA_URL: url,
    });
    const { userId, token } = await newPerson(server);
    expect((await api(server).get('/auth/user', { token })).body.userid).toBe(userId);
    await waitForTakeover('the replica to be used', async () => {
      const { checks } = (await api(server).get('/readyz')).body;
      return (checks.replicas.state === 'ok' && checks.database.state === 'ok') || undefined;
    });
    await server.close();
  });

  it('is trusted without a file if everything on the machine trusts its authority', async () => {
    const [url, otherUrl] = [await database.newUrl('?tls=true'), await database.newUrl('?tls=true')];
    const trust = { NODE_EXTRA_CA_CERTS: database.authority };
    const run = (name: string, args: string[], of = url) =>
      runCommand(name, args, { ...settings(of), ...trust });
    expect(await run('../migrate', [])).toMatchObject({ code: 0 });
    const backup = join(folder, 'trusted');
    expect(await run('backup', [backup])).toMatchObject({ code: 0 });
    expect(await run('restore', [backup], otherUrl)).toMatchObject({ code: 0 });
    const unknown = await runCommand('check', [], settings(url));
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/cannot be trusted \(.+\)/)]);
  });

  it('is refused by service and programs if another authority is named, and says so without tls', async () => {
    const url = await database.newUrl(trusting(database.otherAuthority));
    await expect(startServer({ DATABASE_URL: url })).rejects.toThrow(
      /DATABASE_URL=mysql:\/\/\*\*\*@localhost:\d+\/d\w+: The encrypted connection cannot be trusted \(.+\)\. /,
    );
    const file = join(folder, 'refused.sql');
    await expect(dumpDatabase(url, file)).rejects.toThrow(/dump failed: .*(TLS|SSL|certificate)/s);
    await expect(loadDatabase(url, database.authority)).rejects.toThrow(/failed: .*(TLS|SSL|certificate)/s);
    const open = await runCommand('check', [], settings(url.replace(/\?.*/, '')));
    expect([open.code, open.output]).toEqual([1, expect.stringContaining('add ?tls=true')]);
    const { stdout } = await runCommand('glycograph', ['doctor', '--json'], settings(url));
    expect(stdout).toContain('The encrypted connection cannot be trusted');
  });

  it('is refused if its certificate is for another host', async () => {
    const url = await newUrl();
    await database.certify('elsewhere.example.org');
    const { code, output } = await runCommand('../migrate', [], settings(url));
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/cannot be trusted \(.*elsewhere.example.org.*\)/),
    ]);
    await expect(dumpDatabase(url, join(folder, 'other.sql'))).rejects.toThrow(/dump failed: /);
  });
});

(whyNoEncryption() ? describe.skip : describe)('A database without encryption', () => {
  it('is refused with tls=true, by the programs too, and used without it', async () => {
    const database = await openRestartableDatabase(['--skip-ssl']);
    const url = database.url.replace('127.0.0.1', 'localhost');
    const folder = newFastFolder('glycograph-open-');
    try {
      const refused = await runCommand('../migrate', [], { DATABASE_URL: `${url}?tls=true` });
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('offers no encryption')]);
      const file = join(folder, 'dump.sql');
      await expect(dumpDatabase(`${url}?tls=true`, file)).rejects.toThrow(/SSL|TLS/);
      expect(await runCommand('../migrate', [], { DATABASE_URL: url })).toMatchObject({ code: 0 });
      await dumpDatabase(url, file);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true });
    }
  });
});
