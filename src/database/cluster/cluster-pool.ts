import type { PoolConnection, PoolOptions, QueryError } from 'mysql2';
import type { ServerAddress } from './addresses';
import { isLostConnection } from './lost-connection';
import { WatchedServer } from './watched-server';

/**
 * Milliseconds, from when no server can be used, that whoever wants a connection waits for one. After that they are told at
 * once.
 */
const patience = 10_000;

/** Milliseconds that a server which comes first must have been good before everybody goes back to it. */
const settlingTime = 30_000;

type GetConnection = (error: Error | null, connection?: PoolConnection) => void;

/** What is told of the servers of a cluster. */
export type TellOfServer = (server: string, isFirst: boolean) => void;

/**
 * Connections to one of several servers that hold the same data. It is the first of the list that is well, so that all
 * processes meet at the same one as long as nothing is wrong: there they wait for each other's locks, and do not only hear
 * of conflicts at the end. When it does not answer any more, or says that it cannot be used, its connections are broken and
 * the next one takes its place; an earlier one comes back when it has been well for a while.
 *
 * It has what TypeORM and we use of a pool of mysql2.
 */
export class ClusterPool {
  private readonly servers: WatchedServer[];
  private current: WatchedServer | undefined;
  private readonly waiting = new Set<() => void>();
  /** Each server is asked once before one is chosen: the first to answer need not be the first of the list. */
  private readonly began: Promise<void>;
  private hasBegun = false;
  private isClosed = false;
  /** When a server could be used for the last time, in milliseconds of `performance.now()`. */
  private lastUsable = performance.now();

  /** @param prepare what is done to each new connection before anybody gets it */
  constructor(
    options: PoolOptions,
    addresses: readonly ServerAddress[],
    prepare: (connection: PoolConnection) => void = () => undefined,
    private readonly tell: TellOfServer = () => undefined,
  ) {
    this.servers = addresses.map(
      (address) => new WatchedServer({ ...options, ...address }, prepare, () => this.choose()),
    );
    this.began = Promise.all(this.servers.map((server) => server.ask())).then(() => {
      this.hasBegun = true;
      this.choose();
    });
  }

  /** A connection to the server of the moment. Fails when none can be used for a while. */
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

  /** One statement on a connection of its own. */
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
    const deadline = performance.now() + patience;
    for (;;) {
      const server = await this.usableServer();
      try {
        return await connectionOf(server);
      } catch (error) {
        if (!isLostConnection(error) || performance.now() > deadline) throw error;
        // When the server is found to be down, the next round waits for one that is not.
        await server.ask();
      }
    }
  }

  private async usableServer(): Promise<WatchedServer> {
    await this.began;
    for (;;) {
      const { current } = this;
      if (current && current.state !== 'down') return current;
      const time = this.lastUsable + patience - performance.now();
      if (time <= 0 || this.isClosed) throw noServer(this.servers);
      await this.nextChoice(time);
    }
  }

  /** Waits until a server may have become usable, so many milliseconds at most. */
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
    // One that does not answer is left only for one that does: it may just be slow.
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
    this.tell(server.name, left === undefined);
  }
}

const connectionOf = ({ pool }: WatchedServer): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });

const noServer = (servers: readonly WatchedServer[]): Error =>
  Object.assign(new Error(`None of ${servers.map(({ name }) => name).join(', ')} can be used.`), {
    code: 'ECONNREFUSED',
  });
