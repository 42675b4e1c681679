import type { Pool, PoolConnection, PoolOptions, QueryError } from 'mysql2';
import { brokenConnections } from '../../outage';
import type { ServerAddress } from './addresses';
import { isLostConnection } from './lost-connection';
import { WatchedServer } from './watched-server';

/** Milliseconds that callers wait for a connection while no server is available. After that they fail at once. */
const timeout = 10_000;

/** Milliseconds that a preferred server must have been healthy before connections return to it. */
const settlingTime = 30_000;

type GetConnection = (error: Error | null, connection?: PoolConnection) => void;

/** Reports the state of the servers of a cluster. */
export type ReportServer = (server: string, isFirst: boolean) => void;

/**
 * Connections to one of several servers that hold the same data. It uses the first healthy server of the list, so
 * that in normal operation all processes use the same one: there they wait for each other's locks instead of failing
 * at the commit. When the server stops responding, or reports that it is unusable, its connections are closed and
 * the next one takes over. An earlier server returns once it has been healthy for a while.
 *
 * It implements the part of a mysql2 pool that TypeORM and we use.
 */
export class ClusterPool {
  private readonly servers: WatchedServer[];
  private current: WatchedServer | undefined;
  private readonly waiting = new Set<() => void>();
  /**
   * Each server is checked once before the first choice, because the first to answer need not be the first in the
   * list.
   */
  private readonly began: Promise<void>;
  private hasBegun = false;
  private isClosed = false;
  /** When a server was last available, in milliseconds of `performance.now()`. */
  private lastUsable = performance.now();

  /** @param prepare applied to each new connection before it is used */
  constructor(
    options: PoolOptions,
    addresses: readonly ServerAddress[],
    prepare: (connection: PoolConnection) => void = () => undefined,
    private readonly report: ReportServer = () => undefined,
  ) {
    this.servers = addresses.map(
      (address) => new WatchedServer({ ...options, ...address }, prepare, () => this.choose()),
    );
    this.began = Promise.all(this.servers.map((server) => server.ask())).then(() => {
      this.hasBegun = true;
      this.choose();
    });
  }

  /** Returns a connection to the current server. Fails when none is available for a while. */
  getConnection(callback: GetConnection): void {
    this.connect().then(
      (connection) => callback(null, connection),
      (error: unknown) => callback(error as Error),
    );
  }

  /** Calls `listener` with each connection, of any server, before it is handed out. */
  on(event: 'acquire', listener: (connection: PoolConnection) => void): void {
    for (const { pool } of this.servers) pool.on(event, listener);
  }

  /** The connections of all servers. */
  get pools(): Pool[] {
    return this.servers.map(({ pool }) => pool);
  }

  /** Runs one statement on a connection of its own. */
  query(
    sql: string,
    parameters: unknown[],
    callback: (error: QueryError | null, rows?: unknown) => void,
  ): void {
    this.getConnection((error, connection) => {
      if (error || !connection) return callback(error as QueryError);
      connection.query(sql, parameters, (failure, rows) => {
        connection.release();
        callback(failure, rows);
      });
    });
  }

  end(callback: (error?: Error) => void): void {
    this.isClosed = true;
    for (const goOn of [...this.waiting]) goOn();
    Promise.all(this.servers.map((server) => server.close())).then(
      () => callback(),
      (error: unknown) => callback(error as Error),
    );
  }

  private async connect(): Promise<PoolConnection> {
    const deadline = performance.now() + timeout;
    for (;;) {
      const server = await this.usableServer();
      try {
        return await getConnection(server);
      } catch (error) {
        if (!isLostConnection(error) || performance.now() > deadline) throw error;
        // If the server turns out to be down, the next round waits for a healthy one.
        await server.ask();
      }
    }
  }

  private async usableServer(): Promise<WatchedServer> {
    await this.began;
    for (;;) {
      const { current } = this;
      if (current && current.state !== 'down') return current;
      const time = this.lastUsable + timeout - performance.now();
      if (time <= 0 || this.isClosed) throw noServer(this.servers);
      await this.nextChoice(time);
    }
  }

  /** Waits until a server may have become available, or for the given number of milliseconds. */
  private nextChoice(time: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        this.waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, time);
      this.waiting.add(goOn);
    });
  }

  private choose(): void {
    if (!this.hasBegun) return;
    const best = this.best();
    // A server that does not respond is only left for one that does: it may just be slow.
    if (!best) return;
    this.lastUsable = performance.now();
    if (best !== this.current) this.moveTo(best);
    for (const goOn of [...this.waiting]) goOn();
  }

  private best(): WatchedServer | undefined {
    const { current } = this;
    const good = this.servers.filter(({ state }) => state === 'good');
    const settled = performance.now() - settlingTime;
    if (current?.state === 'good')
      return good.find((server) => server === current || server.goodSince < settled);
    if (good.length > 0) return good[0];
    const behind = this.servers.filter(({ state }) => state === 'behind');
    return behind.find((server) => server === current) ?? behind[0];
  }

  private moveTo(server: WatchedServer): void {
    const left = this.current;
    this.current = server;
    server.engage();
    left?.retire();
    if (left?.state === 'down') left.cutOff();
    this.report(server.name, left === undefined);
  }
}

const getConnection = ({ pool }: WatchedServer): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });

/** Its cause is what a server has refused, such as the password, if any has been reached. */
function noServer(servers: readonly WatchedServer[]): Error {
  const message = `None of ${servers.map(({ name }) => name).join(', ')} is available.`;
  const failures = servers.map(({ failure }) => failure as NodeJS.ErrnoException | undefined);
  const cause = failures.find((failure) => failure && !brokenConnections.includes(failure.code ?? ''));
  return Object.assign(new Error(message, { cause }), { code: 'ECONNREFUSED' });
}
