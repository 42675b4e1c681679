import type { Socket } from 'node:net';
import {
  createConnection,
  createPool,
  type Connection,
  type Pool,
  type PoolConnection,
  type PoolOptions,
} from 'mysql2';
import { askForState, type ServerState } from './server-state';

/** Milliseconds between two checks of a server. */
const interval = 1_000;

/** Milliseconds that a server may take to answer or to complete the handshake. A very busy machine is not dead. */
const timeout = 3_000;

/** One server of a cluster: its connections and its state, checked once a second on a separate connection. */
export class WatchedServer {
  readonly name: string;
  readonly pool: Pool;
  state: ServerState = 'down';
  /** Since when it has been healthy without interruption, in milliseconds of `performance.now()`. */
  goodSince = Infinity;
  /** Why the last check failed; undefined if it did not. */
  failure: unknown;
  private readonly connections = new Set<PoolConnection>();
  private readonly idle = new Set<PoolConnection>();
  private isInUse = false;
  private probe: Connection | undefined;
  private asking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param prepare applied to each new connection
   * @param onChange called after every check, answered or not
   */
  constructor(
    private readonly settings: PoolOptions,
    prepare: (connection: PoolConnection) => void,
    private readonly onChange: () => void,
  ) {
    this.name = `${settings.host}:${settings.port}`;
    this.pool = createPool({ ...settings, connectTimeout: timeout });
    this.pool.on('connection', (connection) => {
      prepare(connection);
      this.connections.add(connection);
      connection.once('end', () => this.forget(connection));
      connection.once('error', () => this.forget(connection));
    });
    this.pool.on('acquire', (connection) => this.idle.delete(connection));
    this.pool.on('release', (connection) => {
      if (this.isInUse) this.idle.add(connection);
      else connection.destroy();
    });
  }

  /** Checks now, or waits for the check in progress. Never throws. */
  async ask(): Promise<void> {
    clearTimeout(this.timer);
    this.asking ??= this.askNow().finally(() => (this.asking = undefined));
    await this.asking;
  }

  private async askNow(): Promise<void> {
    try {
      this.probe ??= this.connect();
      this.noteState(await askForState(this.probe, timeout));
      this.failure = undefined;
    } catch (error) {
      this.failure = error;
      this.probe?.destroy();
      this.probe = undefined;
      this.noteState('down');
    }
    if (this.isClosed) return;
    this.onChange();
    this.timer = setTimeout(() => void this.ask(), interval);
    this.timer.unref();
  }

  private noteState(state: ServerState): void {
    this.state = state;
    if (state !== 'good') this.goodSince = Infinity;
    else if (this.goodSince === Infinity) this.goodSince = performance.now();
  }

  private connect(): Connection {
    const { host, port, user, password, ssl } = this.settings;
    const connection = createConnection({ host, port, user, password, ssl, connectTimeout: timeout });
    // The caller gets the error; without a listener it would end the process.
    connection.on('error', () => undefined);
    return connection;
  }

  /**
   * Closes all connections, so that pending statements fail: a machine that hangs would otherwise keep them waiting
   * forever.
   */
  cutOff(): void {
    for (const connection of [...this.connections]) {
      const { stream } = connection as unknown as { stream: Socket };
      stream.destroy(lostConnection(this.name));
    }
    this.connections.clear();
    this.idle.clear();
  }

  /** Keeps its connections for reuse until `retire`. */
  engage(): void {
    this.isInUse = true;
  }

  /** Closes idle connections now, and the others when they are released. */
  retire(): void {
    this.isInUse = false;
    for (const connection of [...this.idle]) connection.destroy();
    this.idle.clear();
  }

  private forget(connection: PoolConnection): void {
    this.connections.delete(connection);
    this.idle.delete(connection);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.asking;
    this.probe?.destroy();
    await new Promise<void>((resolve, reject) =>
      this.pool.end((error) => (error ? reject(error) : resolve())),
    );
  }
}

const lostConnection = (name: string): Error =>
  Object.assign(new Error(`The database server ${name} does not answer.`), {
    code: 'PROTOCOL_CONNECTION_LOST',
    fatal: true,
  });
