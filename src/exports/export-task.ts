import { now } from '../clock';
import { newRecordId } from '../ids';
import type { ContentStore, ReceivedContent } from '../storage/content-store';
import type { RunningTask, TaskHandler, TaskOutcome } from '../tasks/task-handler';
import type { ExportService } from './export.service';
import type { RequestedExportEntity } from './requested-export.entity';
import type { RequestedExportService } from './requested-export.service';

interface Parts {
  exports: ExportService;
  requestedExports: RequestedExportService;
  contentStore: ContentStore;
}

interface TaskData {
  exportId: string;
  /** Runs that did not get to an end. */
  attempts?: number;
}

const minute = 60_000;
const mostAttempts = 5;

/** Milliseconds between two notes of how far an export has come. */
const noteInterval = 1_000;

/** Makes the files of exports that were requested, and puts them into the content store. */
export function exportTask(type: string, parts: Parts): TaskHandler {
  return {
    type,
    maxDuration: 30 * minute,
    run: async (task, signal) => {
      const [requested] = await parts.requestedExports.findMany([dataOf(task).exportId]);
      if (!requested) return { state: 'completed' };
      try {
        return await make(parts, requested, signal);
      } catch (error) {
        return afterFailure(parts, task, error, signal);
      }
    },
  };
}

const dataOf = (task: RunningTask): TaskData => task.data as TaskData;

async function make(
  { exports, requestedExports, contentStore }: Parts,
  { id, userId, options }: RequestedExportEntity,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const progress = new Progress(requestedExports, id);
  let failure: { cause: unknown } | undefined;
  const file = await exports.open(userId, options, {
    report: (cause) => (failure = { cause }),
    stop: signal,
    watch: (lines) => progress.add(lines),
  });
  let content: ReceivedContent;
  try {
    content = await contentStore.receive(file);
  } finally {
    file.destroy();
    await progress.end();
  }
  if (failure) {
    await content.discard();
    throw failure.cause;
  }
  const contentKey = newRecordId();
  await content.keep(contentKey);
  const { size } = content;
  return {
    state: 'completed',
    effect: (manager) =>
      requestedExports.finish(manager, id, { contentKey, size, lineCount: progress.lineCount }),
  };
}

/** A few more attempts, at once when this one was only interrupted. */
function afterFailure(
  { requestedExports }: Parts,
  task: RunningTask,
  cause: unknown,
  signal: AbortSignal,
): TaskOutcome {
  const data = dataOf(task);
  const attempts = (data.attempts ?? 0) + 1;
  const error = { detail: cause instanceof Error ? cause.message : String(cause) };
  if (attempts >= mostAttempts)
    return { state: 'failed', error, effect: (manager) => requestedExports.finish(manager, data.exportId) };
  const availableTime = signal.aborted ? now() : now() + attempts * minute;
  return { state: 'pending', availableTime, error, data: { ...data, attempts } };
}

/** Notes how many lines are written, now and then. */
class Progress {
  lineCount = 0;
  private notedTime = 0;
  private noting: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly exports: RequestedExportService,
    private readonly exportId: string,
  ) {}

  add(lines: number): void {
    this.lineCount += lines;
    if (now() - this.notedTime < noteInterval) return;
    this.notedTime = now();
    const { lineCount } = this;
    // What cannot be noted is noted next time; whether the export succeeds does not hang on it.
    this.noting = this.noting.then(() => this.exports.note(this.exportId, lineCount)).catch(() => undefined);
  }

  /** Waits until everything is noted. */
  async end(): Promise<void> {
    await this.noting;
  }
}
