import { now } from '../../platform/clock';
import { newRecordId } from '../../platform/ids';
import type { ContentStore, ReceivedContent } from '../../platform/storage/content-store';
import type { RunningTask, TaskHandler, TaskOutcome } from '../../platform/tasks/task-handler';
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
  /** Runs that did not finish. */
  attempts?: number;
}

const minute = 60_000;
const mostAttempts = 5;

/** Milliseconds between two updates of the progress. */
const noteInterval = 1_000;

/** Creates the files of requested exports and stores them in the content store. */
export function exportTask(type: string, parts: Parts): TaskHandler {
  return {
    type,
    maxDuration: 30 * minute,
    run: async (task, signal) => {
      const [requested] = await parts.requestedExports.findMany([getTaskData(task).exportId]);
      if (!requested) return { state: 'completed' };
      const lost = task.lostRuns;
      if (lost >= mostAttempts)
        return giveUp(parts, requested.id, `It ended with its process, ${lost} times.`);
      try {
        return await make(parts, requested, signal);
      } catch (error) {
        return afterFailure(parts, task, error, signal);
      }
    },
  };
}

const getTaskData = (task: RunningTask): TaskData => task.data as TaskData;

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

/** Retries a few times, at once if this attempt was only interrupted. */
function afterFailure(parts: Parts, task: RunningTask, cause: unknown, signal: AbortSignal): TaskOutcome {
  const data = getTaskData(task);
  const attempts = (data.attempts ?? 0) + 1;
  const detail = cause instanceof Error ? cause.message : String(cause);
  if (attempts >= mostAttempts) return giveUp(parts, data.exportId, detail);
  const availableTime = signal.aborted ? now() : now() + attempts * minute;
  return { state: 'pending', availableTime, error: { detail }, data: { ...data, attempts } };
}

const giveUp = ({ requestedExports }: Parts, exportId: string, detail: string): TaskOutcome => ({
  state: 'failed',
  error: { detail },
  effect: (manager) => requestedExports.finish(manager, exportId),
});

/** Updates the number of written lines from time to time. */
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
    // A failed update is repeated the next time; it does not fail the export.
    this.noting = this.noting.then(() => this.exports.note(this.exportId, lineCount)).catch(() => undefined);
  }

  /** Waits until all updates are stored. */
  async end(): Promise<void> {
    await this.noting;
  }
}
