import BetterSqlite3 from 'better-sqlite3';
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../workload/thread-replies';
import { longestWait } from '../sqlite-busy';
import type { JoinedQuestion } from '../snapshot';
import { readJoined } from './joined-texts';
import { packLast } from './packed-texts';
import type { ReadingRequest, SomeRows } from './reading-messages';

/** Small enough to be received within a few milliseconds. */
const rowsAtOnce = 500;
const charactersAtOnce = 100_000;

/** Bytes are handed over without a copy. */
const charactersAtOnceAsBytes = 400_000;

/** Characters of a text, bytes of a blob. */
const sizeInMessage = (value: unknown): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;

const mostResting = 2;

/** KiB of pages that each connection keeps in memory: the upper parts of its trees. The system keeps the file. */
const cache = 4_096;

/** Connections without a snapshot. A new one takes 10 ms, because it reads the schema of all tables. */
class Connections {
  private readonly resting: BetterSqlite3.Database[] = [];

  constructor(private readonly path: string) {}

  take(): BetterSqlite3.Database {
    const rested = this.resting.pop();
    if (rested) return rested;
    // Waiting for another process blocks only this thread.
    const opened = new BetterSqlite3(this.path, { readonly: true, timeout: longestWait });
    opened.pragma(`cache_size = -${cache}`);
    return opened;
  }

  /** Ends the transaction of a connection, and keeps it for the next snapshot unless its state is not as expected. */
  putBack(connection: BetterSqlite3.Database): void {
    if (this.resting.length === mostResting || !connection.inTransaction) return void connection.close();
    try {
      connection.exec('COMMIT');
      this.resting.push(connection);
    } catch {
      connection.close();
    }
  }
}

/** A query whose rows are read as they are wanted. */
interface RunningQuery {
  rows: IterableIterator<unknown>;
  lastAsBytes: boolean;
}

const nothing: SomeRows = { rows: [], hasMore: false };

function readSome({ rows: left, lastAsBytes }: RunningQuery): SomeRows {
  const most = lastAsBytes ? charactersAtOnceAsBytes : charactersAtOnce;
  const rows: unknown[][] = [];
  let characters = 0;
  while (rows.length < rowsAtOnce && characters < most) {
    const step = left.next();
    if (step.done) return { rows, hasMore: false };
    const row = step.value as unknown[];
    for (const value of row) characters += sizeInMessage(value);
    rows.push(row);
  }
  return { rows, hasMore: true };
}

/** A consistent view of the file. Several queries may be running. */
class ThreadSnapshot {
  private readonly connection: BetterSqlite3.Database;
  private readonly running = new Map<number, RunningQuery>();

  constructor(private readonly connections: Connections) {
    this.connection = connections.take();
    try {
      this.begin();
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  private begin(): void {
    this.connection.exec('BEGIN');
    // The first read fixes the moment of the snapshot.
    this.connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all();
  }

  query({ call, sql, parameters, lastAsBytes = false }: ReadingRequest & { kind: 'query' }): SomeRows {
    this.assertOpen();
    const statement = this.connection.prepare(sql).raw(true);
    this.running.set(call, { rows: statement.iterate(...parameters), lastAsBytes });
    return { ...this.next(call), columns: statement.columns().map(({ name }) => name) };
  }

  joined(question: JoinedQuestion): SomeRows {
    this.assertOpen();
    return { ...nothing, joined: readJoined(this.connection, question) };
  }

  /** SQLite may have ended the transaction by itself; further reads would see a different moment. */
  private assertOpen(): void {
    if (!this.connection.inTransaction) throw new Error('The transaction has ended before its time.');
  }

  next(number: number): SomeRows {
    const query = this.running.get(number);
    if (!query) return nothing;
    const some = readSome(query);
    if (!some.hasMore) this.running.delete(number);
    return query.lastAsBytes ? { ...some, texts: packLast(some.rows) } : some;
  }

  end(): void {
    for (const { rows } of this.running.values()) rows.return?.();
    this.connections.putBack(this.connection);
  }
}

const { path } = workerData as { path: string };
const connections = new Connections(path);
const snapshots = new Map<number, ThreadSnapshot>();

function answer(request: ReadingRequest): SomeRows {
  const snapshot = snapshots.get(request.snapshot);
  if (request.kind === 'begin') {
    snapshots.set(request.snapshot, new ThreadSnapshot(connections));
    return nothing;
  }
  if (!snapshot) throw new Error('There is no such snapshot.');
  if (request.kind === 'query') return snapshot.query(request);
  if (request.kind === 'joined') return snapshot.joined(request.question);
  if (request.kind === 'more') return snapshot.next(request.of);
  snapshots.delete(request.snapshot);
  snapshot.end();
  return nothing;
}

answerCalls(answer, ({ texts, joined }) => [texts, joined].flatMap((some) => some?.bytes.buffer ?? []));
