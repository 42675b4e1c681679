import { availableParallelism } from 'node:os';
import { LongWork } from '../../long-work';
import {
  assertWanted,
  countCharacters,
  type JoinedQuestion,
  type JoinedTexts,
  type SnapshotLimits,
  type SnapshotQuery,
} from '../snapshot';
import type { SomeRows } from './reading-messages';
import { unpackLast } from './packed-texts';
import { ReadingThread } from './reading-thread';
import { withBuffers, withNames } from './rows-of-threads';

/** One core is left for the main thread. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Milliseconds after which a thread without work ends. */
const longestRest = 30_000;

/**
 * Threads that read an SQLite file, so that long statements do not block the event loop. They start when they are needed.
 * If one crashes, its reads fail with `UNAVAILABLE`, and the next read starts another one.
 */
export class ReadingThreads {
  private threads: ReadingThread[] = [];
  private rest: NodeJS.Timeout | undefined;
  private snapshots = 0;

  constructor(private readonly path: string) {}

  /** Runs `work` with a consistent view of the file. */
  run<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits): Promise<T> {
    return this.within((thread, snapshot) => work(bindQuery(thread, snapshot, limits)));
  }

  private async within<T>(work: (thread: ReadingThread, snapshot: number) => Promise<T>): Promise<T> {
    const thread = this.leastBusy();
    const snapshot = (this.snapshots += 1);
    thread.snapshots += 1;
    try {
      await thread.ask({ kind: 'begin', snapshot });
      return await work(thread, snapshot);
    } finally {
      thread.snapshots -= 1;
      if (thread.isAlive) await thread.ask({ kind: 'end', snapshot }).catch(() => undefined);
      this.restLater();
    }
  }

  /** The rows of one SELECT, under the names of its columns. */
  rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.within(async (thread, snapshot) => {
      const rows: Row[] = [];
      let names: string[] = [];
      for await (const some of parts({ thread, snapshot, sql, parameters }, {})) {
        names = some.columns ?? names;
        for (const row of some.rows) rows.push(withNames(names, row) as Row);
      }
      return rows;
    });
  }

  private leastBusy(): ReadingThread {
    clearTimeout(this.rest);
    this.threads = this.threads.filter(({ isAlive }) => isAlive);
    const [first] = this.threads.toSorted((one, other) => one.snapshots - other.snapshots);
    if (first && (first.snapshots === 0 || this.threads.length === mostThreads)) return first;
    const started = new ReadingThread(this.path);
    this.threads.push(started);
    return started;
  }

  private restLater(): void {
    clearTimeout(this.rest);
    if (this.threads.some(({ snapshots }) => snapshots > 0)) return;
    this.rest = setTimeout(() => void this.close(), longestRest).unref();
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    clearTimeout(this.rest);
    await Promise.all(this.threads.splice(0).map((thread) => thread.end()));
  }
}

interface Question {
  thread: ReadingThread;
  snapshot: number;
  sql: string;
  parameters: unknown[];
  lastAsBytes?: boolean;
}

/**
 * The rows of a query, some at a time: other work gets its turn in between. While some are used, the thread reads the
 * next ones.
 */
async function* parts(
  { thread, snapshot, ...question }: Question,
  limits: SnapshotLimits,
): AsyncGenerator<SomeRows> {
  assertWanted(limits);
  // Replies that arrive while others are used are received in the same turn of the event loop.
  const work = new LongWork(limits.signal);
  const of = thread.nextCall;
  let asked: Promise<SomeRows> | undefined = thread.ask({ kind: 'query', snapshot, ...question });
  while (asked) {
    const some: SomeRows = await asked;
    asked = some.hasMore ? thread.ask({ kind: 'more', snapshot, of }) : undefined;
    // Nobody waits for it if the work ends early.
    asked?.catch(() => undefined);
    yield received(some);
    await work.pause();
  }
}

function received({ texts, ...some }: SomeRows): SomeRows {
  const rows = some.rows.map(withBuffers);
  if (texts) unpackLast(rows, texts);
  return { ...some, rows };
}

function bindQuery(thread: ReadingThread, snapshot: number, limits: SnapshotLimits): SnapshotQuery {
  const query = async <Row extends unknown[]>(sql: string, parameters: unknown[], bytesOf?: string) => {
    const rows: Row[] = [];
    const question = { thread, snapshot, sql, parameters, lastAsBytes: bytesOf !== undefined };
    for await (const some of parts(question, limits)) {
      for (const row of some.rows) {
        limits.hold?.(countCharacters(row));
        rows.push(row as Row);
      }
    }
    return rows;
  };
  const joined = async (question: JoinedQuestion): Promise<JoinedTexts> => {
    assertWanted(limits);
    const { joined: texts } = await thread.ask({ kind: 'joined', snapshot, question });
    if (!texts) throw new Error('The thread has answered another question.');
    return texts;
  };
  return Object.assign(query, { joined });
}
