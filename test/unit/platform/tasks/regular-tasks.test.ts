import fc from 'fast-check';
import type { SilencePoll } from '../../../../src/care/alerts/silence-poll';
import { silenceTask } from '../../../../src/care/alerts/silence-task';
import { ehrTasks } from '../../../../src/care/ehr/ehr-tasks';
import { summaryTasks } from '../../../../src/care/summaries/summary-tasks';
import type { SummaryService } from '../../../../src/care/summaries/summary.service';
import type { RunningTask, TaskHandler } from '../../../../src/platform/tasks/task-handler';

const minute = 60_000;
const signal = new AbortController().signal;
const prefix = 'org.example';

/** Summaries without outdated ones; records the batch sizes. */
const asked: number[] = [];
const summaries = {
  outdated: async (_type: string, size: number) => {
    asked.push(size);
    return [];
  },
  migrate: async (_type: string, size: number) => void asked.push(size),
} as unknown as SummaryService;

const handlers = new Map(summaryTasks(prefix, summaries).map((handler) => [handler.type, handler]));
const handlerOf = (type: string): TaskHandler => {
  const handler = handlers.get(`${prefix}.summary.${type}`);
  if (!handler) throw new Error(`There is no ${type}.`);
  return handler;
};

/** Seconds until the next run, and the batch size of this run. */
async function runOf(handler: TaskHandler, data: unknown) {
  asked.length = 0;
  const begun = Date.now();
  const outcome = await handler.run({ name: handler.type, data } as RunningTask, signal);
  if (outcome.state !== 'pending') throw new Error('It is not run again.');
  const ended = Date.now();
  return {
    atLeast: (outcome.availableTime - ended) / 1_000,
    atMost: (outcome.availableTime - begun) / 1_000,
    batch: asked[0],
    error: outcome.error,
  };
}

describe.each(['cgm', 'bgm', 'con'])('summaries of %s', (type) => {
  it.each([
    ['update', 2, { minInterval: 20, maxInterval: 30, batch: 250 }],
    ['migrate', 4, { minInterval: 300, maxInterval: 300, batch: 500 }],
  ])('%s: at most %i minutes, with %j', (name, minutes, data) => {
    const handler = handlerOf(`${name}.${type}`);
    expect(handler.maxDuration).toBe(minutes * minute);
    expect(handler.initial).toEqual([{ name: handler.type, priority: 5, data }]);
  });
});

describe('the data of such a task', () => {
  const anything = fc.oneof(
    fc.integer({ min: -2, max: 1_000 }),
    fc.double(),
    fc.constantFrom<unknown>(undefined, null, '20', [], {}, true),
  );
  const count = fc.integer({ min: 1, max: 1_000 });
  const isCount = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;

  it.each([
    ['update', { least: 20, most: 30, batch: 250 }],
    ['migrate', { least: 300, most: 300, batch: 500 }],
  ])('%s: valid values apply; otherwise the defaults', async (name, usual) => {
    const handler = handlerOf(`${name}.cgm`);
    const value = fc.oneof(anything, count);
    await fc.assert(
      fc.asyncProperty(
        fc.record({ minInterval: value, maxInterval: value, batch: value }, { requiredKeys: [] }),
        async (data) => {
          const { minInterval, maxInterval, batch } = data;
          const isGiven = isCount(minInterval) && isCount(maxInterval) && minInterval <= maxInterval;
          const [least, most] = isGiven ? [minInterval, maxInterval] : [usual.least, usual.most];
          const run = await runOf(handler, data);
          expect(run.atMost).toBeGreaterThanOrEqual(least);
          expect(run.atLeast).toBeLessThanOrEqual(most);
          expect(run.batch).toBe(isCount(batch) ? batch : usual.batch);
        },
      ),
    );
    expect((await runOf(handler, null)).batch).toBe(usual.batch);
  });
});

describe('a regular task', () => {
  const failing = () => Promise.reject(new Error('The database is away.'));
  const fine = () => Promise.resolve();
  const workers = (keepAll: () => Promise<unknown>) =>
    ({ ehrSyncTasks: { keepAll } }) as unknown as Parameters<typeof ehrTasks>[1];

  it.each([
    ['after success', fine, undefined],
    ['after a failure', failing, { detail: 'The database is away.' }],
  ])('checks connected clinics every 45 to 75 minutes, %s', async (_when, keepAll, error) => {
    const type = `${prefix}.ehr.reconcile`;
    const handler = ehrTasks(prefix, workers(keepAll)).find((each) => each.type === type);
    expect(handler).toMatchObject({ maxDuration: 5 * minute, initial: [{ name: type }] });
    const run = await runOf(handler as TaskHandler, null);
    expect(run.atMost).toBeGreaterThanOrEqual(45 * 60);
    expect(run.atLeast).toBeLessThanOrEqual(75 * 60);
    expect(run.error).toEqual(error);
  });

  it.each([
    ['after success', fine, undefined],
    ['after a failure', failing, { detail: 'The database is away.' }],
  ])('checks for silence every 15 seconds or more often, %s', async (_when, run, error) => {
    const type = `${prefix}.carepartner`;
    const handler = silenceTask(type, { run } as unknown as SilencePoll);
    expect(handler).toMatchObject({ type, maxDuration: minute / 2, initial: [{ name: type }] });
    const next = await runOf(handler, null);
    expect(next.atMost + (handler.pollDelay ?? minute) / 1_000).toBeLessThanOrEqual(15.5);
    expect(next.error).toEqual(error);
  });
});
