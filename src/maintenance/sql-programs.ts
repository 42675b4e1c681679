import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serverAddresses, type ServerAddress } from '../platform/database/cluster/addresses';

/** Names of the client programs of MariaDB and MySQL, the newer one first. */
const programs = { dump: ['mariadb-dump', 'mysqldump'], client: ['mariadb', 'mysql'] } as const;

/** Quotes a value for a MySQL option file. */
const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Options for the same encryption as that of the service. Programs of MariaDB read one section more than those of MySQL;
 * those of 11.4 and later ask for encryption by default. `loose` is for an option that others do not know.
 *
 * @param authorities file of the certificates that are trusted
 */
const encryptionOptions = ({ ssl }: ServerAddress, authorities: string): string[] =>
  ssl
    ? [
        'loose-ssl-mode=VERIFY_IDENTITY',
        `ssl-ca=${quoted(authorities)}`,
        '[client-mariadb]',
        'ssl',
        'ssl-verify-server-cert',
      ]
    : ['[client-mariadb]', 'skip-ssl-verify-server-cert'];

/**
 * Options with the database credentials. They go to a file that only its owner can read, because command-line arguments
 * are visible to everyone.
 */
async function withOptions<T>(address: ServerAddress, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'glycograph-'));
  const file = join(folder, 'options.cnf');
  const authorities = join(folder, 'authorities.pem');
  const lines = [
    '[client]',
    'protocol=TCP',
    `host=${quoted(address.host)}`,
    `port=${address.port}`,
    `user=${quoted(address.user)}`,
    `password=${quoted(address.password)}`,
    'default-character-set=utf8mb4',
    ...encryptionOptions(address, authorities),
  ];
  try {
    if (address.ssl) await writeFile(authorities, address.ssl.ca.join('\n'));
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the work with the first cluster server that succeeds. Throws the last error. */
async function withFirst(url: string, work: (options: string, database: string) => Promise<void>) {
  let failure: unknown;
  for (const address of serverAddresses(url)) {
    try {
      return await withOptions(address, (options) => work(options, address.database));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const isNotInstalled = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'ENOENT';

/** Runs the first installed program of a list. Throws with its output when it fails. */
async function run(
  names: readonly string[],
  args: string[],
  attend: (child: ChildProcessWithoutNullStreams) => Promise<void>,
) {
  for (const name of names) {
    const child = spawn(name, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    try {
      await once(child, 'spawn');
    } catch (error) {
      if (isNotInstalled(error)) continue;
      throw error;
    }
    const closed = once(child, 'close') as Promise<[number | null]>;
    // A failing program closes its pipes early; its own message says more than the pipe error.
    const [[code], attended] = await Promise.all([closed, attend(child).catch((error: Error) => error)]);
    if (code !== 0) throw new Error(`${name} failed: ${said.trim()}`);
    if (attended) throw attended;
    return;
  }
  throw new Error(
    `Neither ${names.join(' nor ')} is installed: they come with the client programs of MariaDB.`,
  );
}

/** Dumps a snapshot of the database at a `mysql:` URL to a file of SQL statements. */
export const dumpDatabase = (url: string, file: string): Promise<void> =>
  withFirst(url, (options, database) => {
    const how = ['--single-transaction', '--skip-lock-tables', '--quick', '--hex-blob', '--skip-comments'];
    const args = [`--defaults-extra-file=${options}`, ...how, database];
    return run(programs.dump, args, ({ stdout }) =>
      pipeline(stdout, createWriteStream(file, { mode: 0o600 })),
    );
  });

/** Runs the statements of a file in the database at a `mysql:` URL. */
export const loadDatabase = (url: string, file: string): Promise<void> =>
  withFirst(url, (options, database) =>
    run(programs.client, [`--defaults-extra-file=${options}`, database], ({ stdin }) =>
      pipeline(createReadStream(file), stdin),
    ),
  );
