import BetterSqlite3 from 'better-sqlite3';
import { ReadingThread } from '../../src/platform/database/threads/reading-thread';

/** What a request took. */
export interface Usage {
  /** Microseconds of processor, of all threads. */
  microseconds: number;
  statements: number;
  rows: number;
  bytes: number;
}

const counted = { statements: 0, rows: 0 };

/** Counts the statements of this process on SQLite files, in all threads, and the rows that they return. */
export function countStatements(): void {
  countInThreads();
  const memory = new BetterSqlite3(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    'all' | 'get' | 'run' | 'iterate',
    (this: unknown, ...given: unknown[]) => unknown
  >;
  memory.close();
  for (const name of ['all', 'get', 'run', 'iterate'] as const) {
    const method = prototype[name];
    prototype[name] = function (...given) {
      const result = method.apply(this, given);
      counted.statements += 1;
      if (Array.isArray(result)) counted.rows += result.length;
      else if (name === 'get' && result !== undefined) counted.rows += 1;
      return result;
    };
  }
}

function countInThreads(): void {
  const ask: ReadingThread['ask'] = Reflect.get(ReadingThread.prototype, 'ask');
  ReadingThread.prototype.ask = async function (request) {
    if (request.kind === 'query') counted.statements += 1;
    const some = await ask.call(this, request);
    counted.rows += some.rows.length;
    return some;
  };
}

/** Measures one request, which returns the length of its answer. */
export async function usageOf(request: () => Promise<number>): Promise<Usage> {
  const { statements, rows } = counted;
  const before = process.cpuUsage();
  const bytes = await request();
  const { user, system } = process.cpuUsage(before);
  return {
    microseconds: user + system,
    statements: counted.statements - statements,
    rows: counted.rows - rows,
    bytes,
  };
}
