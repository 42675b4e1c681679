import { randomBytes } from 'node:crypto';
import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { freePort, killChild, startChild, stopChild, waitUntilReady } from './child';
import { newFastFolder } from './fast-folder';
import { findDatabaseServer, findProgram } from './installed-programs';

/** An empty database, and a function that removes it. */
export interface TestDatabase {
  /** `mysql://user:password@host:port/database` */
  url: string;
  close(): Promise<void>;
}

/** A database whose server a test can stop and restart. */
export interface RestartableDatabase extends TestDatabase {
  stop(): Promise<void>;
  /** Restarts it on the same port with the same data. */
  start(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
  /** Freezes it: its connections stay open without response. */
  freeze(): void;
  /** Thaws it. */
  thaw(): void;
}

/** For a server that is killed: committed data has left the process. */
export const keepsCommits = ['--innodb-flush-log-at-trx-commit=2'];

/**
 * Creates an empty database on a server of its own. Throws when no server program is installed.
 *
 * @param serverArguments additional arguments of the server
 * @param parent folder for its files
 */
export function openRestartableDatabase(
  serverArguments: string[] = [],
  parent?: string,
): Promise<RestartableDatabase> {
  const program = findDatabaseServer();
  if (!program) throw new Error('No mariadbd or mysqld is installed.');
  return startPrivateServer(program, serverArguments, parent);
}

/** Whether tests can have databases of MySQL or MariaDB; an empty TEST_DATABASE_URL is as none. */
export const hasMysql = Boolean(process.env.TEST_DATABASE_URL || findDatabaseServer());

/**
 * Creates an empty MySQL or MariaDB database: on the server of TEST_DATABASE_URL, or else on a private server that
 * lives as long as the database. Throws when there is neither.
 *
 * @param serverArguments additional arguments of the private server, such as `--innodb-flush-log-at-trx-commit=1`
 */
export async function openTestDatabase(serverArguments: string[] = []): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return openBeside(given);
  const program = findDatabaseServer();
  if (!program) throw new Error('TEST_DATABASE_URL is not set, and no mariadbd or mysqld is installed.');
  return startPrivateServer(program, serverArguments);
}

/** Creates a database next to the given one. Uses the given one itself if its user may not create others. */
export async function openBeside(given: string): Promise<TestDatabase> {
  const url = new URL(given);
  const name = `${url.pathname.slice(1)}_${randomBytes(4).toString('hex')}`;
  const connection = await createConnection(given);
  try {
    await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`);
  } catch (error) {
    if (!isAccessDenied(error)) throw error;
    return { url: given, close: async () => {} };
  } finally {
    await connection.end();
  }
  url.pathname = `/${name}`;
  return { url: url.href, close: () => dropDatabase(url.href, name) };
}

const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).includes('ACCESS_DENIED');

async function dropDatabase(url: string, name: string): Promise<void> {
  const connection = await createConnection(url);
  await connection.query(`DROP DATABASE \`${name}\``);
  await connection.end();
}

/** Starts a server with its own data folder, socket and port; its settings favor speed over durability. */
async function startPrivateServer(
  program: string,
  serverArguments: string[],
  parent?: string,
): Promise<RestartableDatabase> {
  const prefix = 'glycograph-mysql-';
  const folder = parent === undefined ? newFastFolder(prefix) : mkdtempSync(join(parent, prefix));
  const dataFolder = join(folder, 'data');
  const logFile = join(folder, 'server.log');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(dataFolder);
    createSystemTables(program, dataFolder);
    const port = await freePort();
    const password = randomBytes(12).toString('hex');
    const initFile = join(folder, 'init.sql');
    writeFileSync(initFile, initStatements(password));
    const url = `mysql://glycograph:${password}@127.0.0.1:${port}/glycograph`;
    const settings = {
      command: program,
      arguments: [
        '--no-defaults',
        ...asThisUser(),
        `--datadir=${dataFolder}`,
        // At start, a server deletes all temporary tables in this folder, so servers must not share it.
        `--tmpdir=${folder}`,
        `--socket=${join(folder, 'sql.sock')}`,
        `--pid-file=${join(folder, 'server.pid')}`,
        `--init-file=${initFile}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--skip-networking=0',
        '--skip-name-resolve',
        '--innodb-buffer-pool-size=64M',
        '--innodb-flush-log-at-trx-commit=0',
        '--innodb-flush-method=nosync',
        '--loose-innodb-log-file-size=32M',
        '--loose-skip-log-bin',
        '--loose-mysqlx=OFF',
        ...serverArguments,
      ],
      env: process.env,
      logFile,
    };
    let child: ChildProcess;
    const start = async () => {
      child = startChild(settings);
      await waitUntilReady(child, logFile, () => answers(url));
    };
    await start();
    const thaw = () => void child.kill('SIGCONT');
    const stop = () => {
      // A frozen process handles no signals.
      thaw();
      return stopChild(child, logFile);
    };
    return {
      url,
      start,
      stop,
      kill: () => killChild(child),
      freeze: () => void child.kill('SIGSTOP'),
      thaw,
      close: () => stop().finally(removeFolder),
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/**
 * MariaDB has a separate program for this, MySQL an option of the server. Its temporary tables are beside the data: in a
 * shared folder, a server that starts would delete them.
 */
export function createSystemTables(program: string, dataFolder: string): void {
  const installer = program.endsWith('mariadbd') ? findProgram('mariadb-install-db') : undefined;
  const how = installer ? ['--skip-test-db'] : ['--initialize-insecure'];
  execFileSync(installer ?? program, ['--no-defaults', ...how, ...asThisUser(), `--datadir=${dataFolder}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: dirname(dataFolder) },
  });
}

/** The server refuses to run as root by default. */
const asThisUser = (): string[] => (userInfo().uid === 0 ? ['--user=root'] : []);

/** Creates the test database and its user. */
export const initStatements = (password: string): string =>
  [
    'CREATE DATABASE IF NOT EXISTS glycograph CHARACTER SET utf8mb4;',
    `CREATE USER IF NOT EXISTS 'glycograph'@'%' IDENTIFIED BY '${password}';`,
    "GRANT ALL ON *.* TO 'glycograph'@'%' WITH GRANT OPTION;",
    '',
  ].join('\n');

/** Whether a database accepts connections. */
async function answers(url: string): Promise<boolean> {
  const connection = await createConnection(url);
  await connection.end();
  return true;
}
