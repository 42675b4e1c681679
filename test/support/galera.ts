import { randomBytes } from 'node:crypto';
import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort, isRunning, killChild, startChild, stopChild, tail, waitUntilReady } from './child';
import { findGaleraLibrary, findProgram, whyNoGalera } from './installed-programs';
import { createSystemTables, initStatements } from './mariadb';
import { waitForTakeover } from './wait-until';

/** A server of a cluster. */
export interface GaleraNode {
  /** `mysql://user:password@host:port/database` of this node only. */
  url: string;
  /** Kills it, as a power failure would. */
  kill(): Promise<void>;
  /** Freezes it, like a machine that hangs: its connections stay open without response. */
  freeze(): void;
  thaw(): void;
  /** False once its process has ended. */
  isUp(): boolean;
  /** Restarts it. Resolves when it has caught up with the others. */
  start(): Promise<void>;
}

export interface GaleraCluster {
  /** The URLs of all nodes, in order. */
  url: string;
  nodes: GaleraNode[];
  /** Resolves when all nodes are in sync, so that another one may fail. */
  isWhole(): Promise<void>;
  /** Folder of all data that the nodes write. */
  folder: string;
  /** Ends all nodes and removes their data. */
  close(): Promise<void>;
}

/**
 * Milliseconds after which the others evict an unresponsive node. The defaults of Galera are 5 and 15 s, too long for
 * tests.
 */
const providerOptions = [
  'gcache.size=64M',
  'evs.keepalive_period=PT0.5S',
  'evs.inactive_check_period=PT0.5S',
  'evs.suspect_timeout=PT2S',
  'evs.inactive_timeout=PT4S',
  'evs.install_timeout=PT4S',
];

interface Place {
  folder: string;
  port: number;
  groupPort: number;
  /** Port for full state transfers from another node. */
  transferPort: number;
  /** Port for incremental state transfers. */
  logPort: number;
}

/**
 * Starts a cluster of MariaDB servers on the loopback interface, with separate data folders and ports. Throws when a
 * prerequisite is missing (`whyNoGalera`).
 */
export async function openGaleraCluster(size = 3): Promise<GaleraCluster> {
  const missing = whyNoGalera();
  const program = findProgram('mariadbd');
  if (missing || !program) throw new Error(`No cluster can be started: ${missing}.`);
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-galera-'));
  const password = randomBytes(12).toString('hex');
  const places: Place[] = [];
  for (let index = 0; index < size; index += 1) places.push(await newPlace(join(folder, `node${index + 1}`)));
  const peers = places.map(({ groupPort }) => `127.0.0.1:${groupPort}`);
  const nodes = places.map((place) => galeraNode(program, place, peers, password));
  const [first, ...others] = nodes;
  const close = async () => {
    for (const node of nodes) {
      node.thaw();
      await node.kill();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [{ folder: original } = { folder }, ...copies] = places;
    createSystemTables(program, join(original, 'data'));
    giveToServer(folder);
    writeFileSync(join(folder, 'init.sql'), initStatements(password));
    await first?.begin([`--init-file=${join(folder, 'init.sql')}`]);
    await first?.stop();
    // All start with the same data, so no state transfer is needed.
    for (const copy of copies) cpSync(join(original, 'data'), join(copy.folder, 'data'), { recursive: true });
    giveToServer(folder);
    await first?.begin([]);
    for (const node of others) await node.start();
  } catch (error) {
    await close();
    throw error;
  }
  const isWhole = async () => {
    const logs = () =>
      places.map(({ folder: one }) => `${one}:\n${tail(join(one, 'server.log'))}`).join('\n');
    for (const node of nodes) {
      await waitForTakeover('all nodes of the cluster', async () => {
        // A node may end itself when it comes back; its supervisor restarts it.
        for (const ended of nodes.filter((each) => !each.isUp())) await ended.start();
        return (await isSynced(node.url, size).catch(() => false)) ? true : undefined;
      }).catch((error: unknown) => {
        throw new Error(`The cluster did not become whole. Its logs end with\n${logs()}`, { cause: error });
      });
    }
  };
  const hosts = places.map(({ port }) => `127.0.0.1:${port}`);
  return {
    url: `mysql://glycograph:${password}@${hosts.join(',')}/glycograph`,
    nodes,
    isWhole,
    folder,
    close,
  };
}

const isRoot = userInfo().uid === 0;

/**
 * As root, state transfers would run as user `nobody`, who may not write the data; so the servers run as another user.
 */
function giveToServer(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', 'mysql:', folder]);
}

async function newPlace(folder: string): Promise<Place> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [port, groupPort, transferPort, logPort] = ports;
  return { folder, port, groupPort, transferPort, logPort };
}

interface StartedNode extends GaleraNode {
  /** Starts it as the first of a new cluster. */
  begin(serverArguments: string[]): Promise<void>;
  stop(): Promise<void>;
}

function galeraNode(program: string, place: Place, peers: readonly string[], password: string): StartedNode {
  const { folder, port, groupPort, transferPort, logPort } = place;
  const logFile = join(folder, 'server.log');
  const url = `mysql://glycograph:${password}@127.0.0.1:${port}/glycograph`;
  const common = [
    '--no-defaults',
    ...(isRoot ? ['--user=mysql'] : []),
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${folder}`,
    `--socket=${join(folder, 'sql.sock')}`,
    `--pid-file=${join(folder, 'server.pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--innodb-buffer-pool-size=64M',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-autoinc-lock-mode=2',
    '--binlog-format=ROW',
    '--wsrep-on=ON',
    `--wsrep-provider=${findGaleraLibrary()}`,
    '--wsrep-cluster-name=glycograph-tests',
    '--wsrep-node-address=127.0.0.1',
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${transferPort}`,
    `--wsrep-provider-options=${[
      `gmcast.listen_addr=tcp://127.0.0.1:${groupPort}`,
      `ist.recv_addr=127.0.0.1:${logPort}`,
      ...providerOptions,
    ].join(';')}`,
  ];
  let child: ChildProcess | undefined;
  const run = async (...further: string[]) => {
    const started = startChild({
      command: program,
      arguments: [...common, ...further],
      env: process.env,
      logFile,
    });
    child = started;
    await waitUntilReady(started, logFile, () => isSynced(url));
  };
  const isUp = () => child !== undefined && isRunning(child);
  return {
    url,
    isUp,
    begin: (further) => run('--wsrep-new-cluster', '--wsrep-cluster-address=gcomm://', ...further),
    start: () =>
      run(
        `--wsrep-cluster-address=gcomm://${peers.join(',')}`,
        `--wsrep-start-position=${lastPosition(program, common, folder)}`,
      ),
    stop: async () => {
      if (child) await stopChild(child, logFile);
    },
    kill: async () => {
      if (child) await killChild(child);
    },
    freeze: () => {
      if (isUp()) child?.kill('SIGSTOP');
    },
    thaw: () => {
      if (isUp()) child?.kill('SIGCONT');
    },
  };
}

/** How far the data of a killed node goes: it receives only what is missing. */
function lastPosition(program: string, common: readonly string[], folder: string): string {
  const { stderr } = spawnSync(program, [...common, '--wsrep-cluster-address=gcomm://', '--wsrep-recover'], {
    encoding: 'utf8',
  });
  const [, position] = /WSREP: Recovered position:\s*(\S+)/.exec(stderr) ?? [];
  if (!position) throw new Error(`The position of the node in ${folder} is not known.\n${stderr}`);
  return position;
}

/** @param size number of nodes in this node's view of the cluster; any if absent */
async function isSynced(url: string, size?: number): Promise<boolean> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SHOW GLOBAL STATUS WHERE (Variable_name = 'wsrep_local_state_comment' AND Value = 'Synced')
        OR (Variable_name = 'wsrep_cluster_size' AND Value = COALESCE(?, Value))`,
      [size ?? null],
    );
    return rows.length === 2;
  } finally {
    await connection.end();
  }
}
