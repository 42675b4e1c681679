import { purgeTask } from '../../../../src/platform/tasks/purge-task';
import type { RunningTask } from '../../../../src/platform/tasks/task-handler';

const hour = 3_600_000;
const noon = Date.parse('2024-05-06T12:00:00Z');
const task = {} as RunningTask;

beforeEach(() => {
  jest.useFakeTimers({ now: noon });
});

afterEach(() => {
  jest.useRealTimers();
});

const run = (purge: (isStopped: () => boolean) => Promise<void>, signal = new AbortController().signal) =>
  purgeTask('purge', { purge }).run(task, signal);

describe('A task deletes expired data', () => {
  it('that exists from the start and runs every hour', async () => {
    expect(purgeTask('purge', { purge: () => Promise.resolve() }).initial).toEqual([{ name: 'purge' }]);
    expect(await run(() => Promise.resolve())).toEqual({ state: 'pending', availableTime: noon + hour });
  });

  it('that retries after a failure with a reason', async () => {
    expect(await run(() => Promise.reject(new Error('no table')))).toEqual({
      state: 'pending',
      availableTime: noon + hour,
      error: { detail: 'no table' },
    });
  });

  it('that continues at once after an interruption', async () => {
    const cancel = new AbortController();
    const outcome = await run((isStopped) => {
      expect(isStopped()).toBe(false);
      cancel.abort();
      expect(isStopped()).toBe(true);
      return Promise.resolve();
    }, cancel.signal);
    expect(outcome).toEqual({ state: 'pending', availableTime: noon });
  });
});
