import { backendDurations, statementDurations, statementErrors } from './measures';
import type { RecordedSpan } from './recorded-trace';
import { statementKind, statementText } from './statement-text';
import { currentSpan, recordCall } from './tracing';

/** A back end besides the database. */
export type Backend = 'redis' | 'object-store' | 'smtp';

/** A call to a back end while it runs. */
interface RunningCall {
  begun: number;
  /** The span that it belongs to; undefined if there is none. */
  within: RecordedSpan | undefined;
}

/** Begins a call; its trace is that of the code that runs now. */
export const beginCall = (): RunningCall => ({ begun: performance.now(), within: currentSpan() });

/** Ends a call to a back end other than the database. `error` is undefined if it succeeded. */
export function endBackendCall(
  { begun, within }: RunningCall,
  backend: Backend,
  name: string,
  error: unknown,
): void {
  const ended = performance.now();
  const outcome = error === undefined ? 'ok' : 'failed';
  backendDurations.observe({ backend, outcome }, (ended - begun) / 1000);
  if (within)
    recordCall({ name, attributes: { 'glycograph.backend': backend }, begun, ended, error }, within);
}

/** Measures a call to a back end other than the database. `name` contains no values of callers. */
export async function observeCall<Result>(
  backend: Backend,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const call = beginCall();
  try {
    const result = await work();
    endBackendCall(call, backend, name, undefined);
    return result;
  } catch (error) {
    endBackendCall(call, backend, name, error ?? 'unknown');
    throw error;
  }
}

/** Ends an SQL statement. `error` is undefined if it succeeded. */
export function endStatement(
  { begun, within }: RunningCall,
  system: 'sqlite' | 'mysql',
  sql: string,
  error: unknown,
): void {
  const ended = performance.now();
  const statement = statementKind(sql);
  statementDurations.observe({ statement }, (ended - begun) / 1000);
  if (error !== undefined) statementErrors.inc({ statement });
  if (!within) return;
  const attributes = {
    'db.system.name': system,
    'db.operation.name': statement,
    'db.query.text': statementText(sql),
  };
  recordCall({ name: `SQL ${statement}`, attributes, begun, ended, error }, within);
}

/** Measures a statement that SQLite runs on this thread. */
export function observeSqlite<Result>(sql: string, execute: () => Result): Result {
  const call = beginCall();
  try {
    const result = execute();
    endStatement(call, 'sqlite', sql, undefined);
    return result;
  } catch (error) {
    endStatement(call, 'sqlite', sql, error ?? 'unknown');
    throw error;
  }
}
