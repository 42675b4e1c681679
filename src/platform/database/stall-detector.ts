import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';

/** A statement may take this many times the limit if the database answers others in the meantime. */
const slowStatementFactor = 3;

/** How many checks happen within the limit. */
const looksWithinLimit = 20;

/** Maximum milliseconds between two checks. */
const longestInterval = 500;

/** For those who no longer wait: old tables of a set keep what was in them until the next major collection. */
const nobody = (): void => undefined;

/** A caller who waits for the database. */
interface Waiting {
  /** In milliseconds of `performance.now()`. */
  since: number;
  giveUp: (error: Error) => void;
}

/** Private parts of the driver. */
interface Innards {
  stream: Socket;
  /** The statement waiting for its result. */
  _command: object | null;
}

/** A connection and its last activity. */
interface Watched {
  innards: Innards;
  bytesRead: number;
  command: object | null;
  /** Since when nothing has arrived for the current statement. */
  since: number;
}

/** The database has been silent for too long. Counts as an outage. */
export class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(limit: number) {
    super(`The database has not answered for ${limit / 1000} s.`);
  }
}

/**
 * Ends the waiting for a database that stops responding, for example because its machine hangs: TCP alone would let
 * callers wait forever. If nothing arrives over any connection for as long as the limit, the database counts as
 * silent; waiting callers then fail, and their connections are closed. A slow statement gets a few times as long
 * while others are answered: it may be waiting for a lock.
 *
 * A statement whose connection was closed may still be executed, as with every broken connection.
 */
export class StallDetector {
  private readonly connections = new Map<PoolConnection, Watched>();
  private readonly waiting = new Set<Waiting>();
  private readonly timer: NodeJS.Timeout;
  private heardAt = 0;

  /** @param limit milliseconds */
  constructor(private readonly limit: number) {
    const interval = Math.min(limit / looksWithinLimit, longestInterval);
    // After incoming data is processed: a process that was busy itself must not mistake that for silence.
    this.timer = setInterval(() => setImmediate(() => this.look()), interval);
    this.timer.unref();
  }

  /** Watches the connections that a pool hands out from now on, and callers who wait for one. */
  watch(pool: Pool): void {
    pool.on('acquire', (connection) => this.add(connection));
    const connect = pool.getConnection.bind(pool);
    pool.getConnection = (callback) => this.inTime(connect, callback);
  }

  private add(connection: PoolConnection): void {
    if (this.connections.has(connection)) return;
    const innards = connection as unknown as Innards;
    const { bytesRead } = innards.stream;
    this.connections.set(connection, { innards, bytesRead, command: null, since: 0 });
    innards.stream.once('close', () => this.connections.delete(connection));
    // A lock that is never released must not block anyone longer than a database that hangs.
    connection.query(
      'SET SESSION innodb_lock_wait_timeout = ?',
      [Math.ceil(this.limit / 1000)],
      () => undefined,
    );
  }

  /** Passes on the connection, or an error once waiting is pointless. A connection that arrives later is released. */
  private inTime(connect: Pool['getConnection'], callback: Parameters<Pool['getConnection']>[0]): void {
    let isOver = false;
    const done = this.begin((error) => {
      isOver = true;
      callback(error, undefined as never);
    });
    connect((error, connection) => {
      done();
      if (!isOver) callback(error, connection);
      else if (!error) connection.release();
    });
  }

  /** Calls `giveUp` when waiting is pointless, unless the returned function was called before. */
  begin(giveUp: (error: Error) => void): () => void {
    const waiting: Waiting = { since: performance.now(), giveUp };
    this.waiting.add(waiting);
    return () => {
      this.waiting.delete(waiting);
      waiting.giveUp = nobody;
    };
  }

  private look(): void {
    const now = performance.now();
    for (const watched of this.connections.values()) this.listenTo(watched, now);
    for (const { innards, command, since } of this.connections.values())
      if (command && this.isInVain(since, now)) innards.stream.destroy(new SilentDatabaseError(this.limit));
    for (const waiting of [...this.waiting]) {
      if (!this.isInVain(waiting.since, now)) continue;
      this.waiting.delete(waiting);
      waiting.giveUp(new SilentDatabaseError(this.limit));
    }
  }

  private listenTo(watched: Watched, now: number): void {
    const { stream, _command: command } = watched.innards;
    const hasHeard = stream.bytesRead !== watched.bytesRead;
    if (hasHeard) this.heardAt = now;
    if (hasHeard || command !== watched.command) watched.since = now;
    watched.bytesRead = stream.bytesRead;
    watched.command = command;
  }

  private isInVain(since: number, now: number): boolean {
    return now - Math.max(since, this.heardAt) > this.limit || now - since > this.limit * slowStatementFactor;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
