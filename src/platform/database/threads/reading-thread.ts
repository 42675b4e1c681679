import { ThreadCalls } from '../../workload/thread-calls';
import { threadFile } from '../../workload/thread-file';
import type { ReadingRequest, SomeRows } from './reading-messages';
import { toSqliteError } from './rows-of-threads';

/** A thread that reads an SQLite file. */
export class ReadingThread extends ThreadCalls<ReadingRequest, SomeRows> {
  /** Number of its open snapshots. */
  snapshots = 0;

  constructor(path: string) {
    const file = threadFile(__dirname, 'reading-thread.worker.js');
    super({ file, workerData: { path }, toError: toSqliteError });
  }
}
