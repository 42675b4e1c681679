import { now } from '../../platform/clock';
import type { TaskHandler, TaskOutcome } from '../../platform/tasks/task-handler';
import type { SummaryService } from './summary.service';
import { summaryTypes, type SummaryType } from './summary.entity';

/** Interval of a task in seconds, and its batch size. */
interface Rhythm {
  minInterval: number;
  maxInterval: number;
  batch: number;
}

const updating: Rhythm = { minInterval: 20, maxInterval: 30, batch: 250 };
const migrating: Rhythm = { minInterval: 300, maxInterval: 300, batch: 500 };

const minute = 60_000;
const priority = 5;
const mostBatches = 3;
/**
 * Milliseconds that an account may have waited at the end of a run for the next run to wait for its interval. A summary is to be
 * less than a minute old, and the interval takes half of it.
 */
const longestWait = 30_000;
const accountsAtOnce = 10;
/** Milliseconds between polls for due tasks, so that summaries are less than a minute old. */
const pollDelay = 10_000;

/** Larger numbers are not valid as intervals or batch sizes. */
const largestCount = 2 ** 31 - 1;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= largestCount;

/** The interval and batch size in the data of a task; defaults replace invalid values. */
function readRhythm(data: object | null | undefined, usual: Rhythm): Rhythm {
  const given = (data ?? {}) as Partial<Record<keyof Rhythm, unknown>>;
  const { minInterval, maxInterval } = given;
  const areIntervals = isCount(minInterval) && isCount(maxInterval) && minInterval <= maxInterval;
  return {
    ...(areIntervals
      ? { minInterval, maxInterval }
      : { minInterval: usual.minInterval, maxInterval: usual.maxInterval }),
    batch: isCount(given.batch) ? given.batch : usual.batch,
  };
}

function nextTime({ minInterval, maxInterval }: Rhythm): number {
  return now() + (minInterval + Math.random() * (maxInterval - minInterval)) * 1_000;
}

/** Processes items, several at once. Returns the errors. */
async function forEachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  signal: AbortSignal,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) {
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: accountsAtOnce }, next));
  return errors;
}

/** What a run has done. */
interface Done {
  errors: unknown[];
  /** Whether others have waited for too long already. */
  isBehind?: boolean;
}

/** Schedules the next run in any case, because a failed task would never run again. */
async function again(rhythm: Rhythm, work: () => Promise<Done>): Promise<TaskOutcome> {
  const { errors, isBehind } = await work().catch((error: unknown): Done => ({ errors: [error] }));
  const availableTime = isBehind ? now() : nextTime(rhythm);
  if (errors.length === 0) return { state: 'pending', availableTime };
  const reasons = errors.map((error) => (error instanceof Error ? error.message : 'unknown'));
  const detail = `${errors.length} failed: ${[...new Set(reasons)].join(', ')}`;
  return { state: 'pending', availableTime, error: { detail } };
}

/** The tasks of a type. Further ones are left from times in which there were more: they have nothing to do. */
const taskNames = (type: string, tasks: number): string[] =>
  Array.from({ length: tasks }, (_, index) => (index === 0 ? type : `${type}.${index + 1}`));

/**
 * Recalculates outdated summaries of one type, in each task those of a share of the accounts. A run that meets an account
 * twice is not behind: one that stays outdated must not keep it busy.
 */
const updateTask = (
  taskType: string,
  names: readonly string[],
  type: SummaryType,
  summaries: SummaryService,
): TaskHandler => ({
  type: taskType,
  maxDuration: 2 * minute,
  pollDelay,
  initial: names.map((name) => ({ name, priority, data: updating })),
  run({ name, data }, signal) {
    const rhythm = readRhythm(data, updating);
    const share = { part: names.indexOf(name ?? ''), of: names.length };
    return again(rhythm, async () => {
      if (share.part < 0) return { errors: [] };
      const update = ({ userId }: { userId: string }) => summaries.update({ userId, type });
      const met = new Map<string, number>();
      for (let batch = 1; batch <= mostBatches && !signal.aborted; batch += 1) {
        const waiting = await summaries.outdated(type, rhythm.batch, share);
        const errors = await forEachAtOnce(waiting, update, signal);
        if (errors.length > 0) return { errors };
        for (const { userId, since } of waiting) met.set(userId, since);
        if (waiting.length < rhythm.batch) break;
      }
      const isFull = met.size === mostBatches * rhythm.batch;
      return { errors: [], isBehind: isFull && Math.max(...met.values()) < now() - longestWait };
    });
  },
});

/** Marks summaries of one type that were calculated by an earlier version. */
const migrateTask = (name: string, type: SummaryType, summaries: SummaryService): TaskHandler => ({
  type: name,
  maxDuration: 4 * minute,
  initial: [{ name, priority, data: migrating }],
  run({ data }) {
    const rhythm = readRhythm(data, migrating);
    return again(rhythm, async () => {
      await summaries.migrate(type, rhythm.batch);
      return { errors: [] };
    });
  },
});

/**
 * Task handlers that keep summaries up to date. Their types begin with `prefix`.
 *
 * @param updatesAtOnce how many processes may update the summaries of a type at once, each those of a share of the accounts
 */
export const summaryTasks = (prefix: string, summaries: SummaryService, updatesAtOnce = 1): TaskHandler[] =>
  summaryTypes.flatMap((type) => {
    const updateType = `${prefix}.summary.update.${type}`;
    return [
      updateTask(updateType, taskNames(updateType, updatesAtOnce), type, summaries),
      migrateTask(`${prefix}.summary.migrate.${type}`, type, summaries),
    ];
  });
