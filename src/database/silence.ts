import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';

/** How many times as long as the limit somebody waits for an answer from a database that answers others meanwhile. */
const mostPatience = 3;

/** How many times within the limit is looked whether it has passed. */
const looksWithinLimit = 20;

/** Milliseconds between two looks at most. */
const longestInterval = 500;

/** Somebody who waits for the database. */
interface Waiting {
  /** In milliseconds of `performance.now()`. */
  since: number;
  giveUp: (error: Error) => void;
}

/** What the driver keeps to itself. */
interface Innards {
  stream: Socket;
  /** The statement that waits for its answer. */
  _command: object | null;
}

/** A connection, and what was seen of it last. */
interface Watched {
  innards: Innards;
  bytesRead: number;
  command: object | null;
  /** Since when nothing has come for the statement under way. */
  since: number;
}

/** Nobody has heard of the database for too long. It counts as an outage. */
export class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(limit: number) {
    super(`The database has not answered for ${limit / 1000} s.`);
  }
}

/**
 * Sees to it that nobody waits for a database that does not answer any more, such as one whose machine hangs: TCP alone
 * would let them wait for ever. A database from which nothing comes over any connection, for as long as the limit, is
 * silent; whoever waits for it then is told so, and the connections they wait on are broken. A statement that takes long
 * while others are answered gets a few times as long: it may wait for a lock, or be slow.
 *
 * A statement whose connection was broken may still be carried out, as with every connection that breaks.
 */
export class SilenceWatch {
  private readonly connections = new Map<PoolConnection, Watched>();
  private readonly waiting = new Set<Waiting>();
  private readonly timer: NodeJS.Timeout;
  private heardAt = 0;

  /** @param limit milliseconds */
  constructor(private readonly limit: number) {
    const interval = Math.min(limit / looksWithinLimit, longestInterval);
    // After what has arrived is read: a process that was busy itself must not take that for silence.
    this.timer = setInterval(() => setImmediate(() => this.look()), interval);
    this.timer.unref();
  }

  /** Watches the connections that a pool hands out from now on, and whoever waits for one. */
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
    // A lock that nobody gives back must not hold anybody longer than a database that hangs.
    connection.query(
      'SET SESSION innodb_lock_wait_timeout = ?',
      [Math.ceil(this.limit / 1000)],
      () => undefined,
    );
  }

  /** Hands on what comes, or an error once waiting is in vain; a connection that comes later goes back. */
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

  /** Calls `giveUp` when waiting is in vain, unless what it returns was called before. */
  begin(giveUp: (error: Error) => void): () => void {
    const waiting = { since: performance.now(), giveUp };
    this.waiting.add(waiting);
    return () => void this.waiting.delete(waiting);
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
    return now - Math.max(since, this.heardAt) > this.limit || now - since > this.limit * mostPatience;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
