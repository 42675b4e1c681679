import { now } from '../../platform/clock';
import type { TaskHandler, TaskOutcome } from '../../platform/tasks/task-handler';
import type { SummaryService } from './summary.service';
import { summaryTypes, type SummaryType } from './summary.entity';

/** How often such a task runs, in seconds, and how many accounts it takes at once. */
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
const accountsAtOnce = 10;
/** A task that is due is seen no later than this, in milliseconds: summaries are fresh within a minute. */
const pollDelay = 10_000;

/** Larger numbers are no interval that ends, and no size of a page. */
const largestCount = 2 ** 31 - 1;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= largestCount;

/** The rhythm that the data of a task tell; what makes no sense is as usual. */
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

/** Does something for each of many, some at once. Returns what went wrong. */
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

/** Runs again whatever happens: a task that has failed would never run again. */
async function again(rhythm: Rhythm, work: () => Promise<unknown[]>): Promise<TaskOutcome> {
  const errors = await work().catch((error: unknown) => [error]);
  const availableTime = nextTime(rhythm);
  if (errors.length === 0) return { state: 'pending', availableTime };
  const reasons = errors.map((error) => (error instanceof Error ? error.message : 'unknown'));
  const detail = `${errors.length} failed: ${[...new Set(reasons)].join(', ')}`;
  return { state: 'pending', availableTime, error: { detail } };
}

/** Calculates the summaries of one type that are out of date. */
const updateTask = (name: string, type: SummaryType, summaries: SummaryService): TaskHandler => ({
  type: name,
  maxDuration: 2 * minute,
  pollDelay,
  initial: { name, priority, data: updating },
  run({ data }, signal) {
    const rhythm = readRhythm(data, updating);
    return again(rhythm, async () => {
      const errors: unknown[] = [];
      for (let batch = 0; batch < mostBatches && errors.length === 0 && !signal.aborted; batch += 1) {
        const waiting = await summaries.outdated(type, rhythm.batch);
        const recompute = ({ userId }: { userId: string }) => summaries.recompute({ userId, type });
        errors.push(...(await forEachAtOnce(waiting, recompute, signal)));
        if (waiting.length < rhythm.batch) break;
      }
      return errors;
    });
  },
});

/** Marks the summaries of one type that were made in an older way. */
const migrateTask = (name: string, type: SummaryType, summaries: SummaryService): TaskHandler => ({
  type: name,
  maxDuration: 4 * minute,
  initial: { name, priority, data: migrating },
  run({ data }) {
    const rhythm = readRhythm(data, migrating);
    return again(rhythm, async () => {
      await summaries.migrate(type, rhythm.batch);
      return [];
    });
  },
});

/** What keeps summaries up to date. Their types begin with `prefix`. */
export const summaryTasks = (prefix: string, summaries: SummaryService): TaskHandler[] =>
  summaryTypes.flatMap((type) => [
    updateTask(`${prefix}.summary.update.${type}`, type, summaries),
    migrateTask(`${prefix}.summary.migrate.${type}`, type, summaries),
  ]);
