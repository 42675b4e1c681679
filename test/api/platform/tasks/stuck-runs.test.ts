import { done, held, runningTasks } from '../../../support/running-tasks';
import type { RunningTask, TaskOutcome } from '../../../../src/platform/tasks/task-handler';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';

const tasks = runningTasks();
const { start, queue, read, once } = tasks;

const soon = '2020-01-01T00:00:00.000Z';

describe('a run that does not end', () => {
  it('is canceled after twice its time, and then fails', async () => {
    // Long enough for a busy machine to check the run between two and three times.
    start(held().run, { maxDuration: 1_000 });
    const { id } = await queue();
    expect((await once(id, 'failed')).error).toEqual({ detail: 'The time for it is over.' });
  });

  it('is given up after three times its time: another run follows, and only that one counts', async () => {
    let endFirst: ((outcome: TaskOutcome) => void) | undefined;
    const run = (): Promise<TaskOutcome> => {
      if (!endFirst) return new Promise((resolve) => (endFirst = resolve));
      endFirst({ state: 'completed', data: { from: 'first' } });
      // On a busy machine, this one may be given up too, and another one follows it.
      return Promise.resolve({ state: 'completed', data: { from: 'second' } });
    };
    start(run, { maxDuration: 30 }, 10);
    const { id } = await queue();
    expect((await once(id, 'completed')).data).toEqual({ from: 'second' });
  });

  it('in another process no longer counts, whatever it has done, once a second one has begun', async () => {
    const { taskRuns } = tasks.own.app.services;
    const handler = { type: tasks.type, maxDuration: 60_000, run: done };
    const { id } = await queue();
    const claim = async (): Promise<RunningTask> => {
      const task = await taskRuns.claim(handler);
      if (!task) throw new Error('There is nothing to claim.');
      return task;
    };
    const first = await claim();
    await tasks.own.database.transaction((manager) =>
      manager.update(TaskEntity, { id }, { deadlineTime: Date.now() - 1 }),
    );
    expect(await taskRuns.putBackStuck(tasks.type)).toBe(1);
    const second = await claim();
    expect(second.runId).not.toBe(first.runId);
    let effects = 0;
    const outcome = (from: string): TaskOutcome => ({
      state: 'completed',
      data: { from },
      effect: () => Promise.resolve(void (effects += 1)),
    });
    expect(await taskRuns.end(first, outcome('first'))).toBe(false);
    expect(await read(id)).toMatchObject({ state: 'running' });
    expect(await taskRuns.end(second, outcome('second'))).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'completed', data: { from: 'second' } });
    expect(await taskRuns.end(second, outcome('again'))).toBe(false);
    expect([(await read(id)).data, effects]).toEqual([{ from: 'second' }, 1]);
  });

  it('of a dead process is reset, without a deadline', async () => {
    const { id } = await queue();
    await tasks.own.database.transaction((manager) =>
      manager.update(TaskEntity, { id }, { state: 'running', runId: 'dead', deadlineTime: Date.now() - 1 }),
    );
    const alive = await queue({ availableTime: soon });
    await tasks.own.database.transaction((manager) =>
      manager.update(
        TaskEntity,
        { id: alive.id },
        { state: 'running', runId: 'alive', deadlineTime: Date.now() + 60_000 },
      ),
    );
    start(done, undefined, 20);
    expect(await once(id, 'completed')).not.toHaveProperty('deadlineTime');
    expect((await read(alive.id)).state).toBe('running');
  });

  it('is checked after fifteen delays, and not before', async () => {
    const { id } = await queue();
    await tasks.own.database.transaction((manager) =>
      manager.update(TaskEntity, { id }, { state: 'running', runId: 'dead', deadlineTime: Date.now() - 1 }),
    );
    // Only the clock of the checks stands still.
    jest.useFakeTimers({
      doNotFake: [
        ...(['Date', 'nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
        ...(['queueMicrotask', 'performance', 'hrtime'] as const),
      ],
    });
    try {
      start(done, undefined, 1_000);
      const other = await queue();
      await once(other.id, 'completed');
      jest.advanceTimersByTime(14_999);
      const next = await queue();
      await once(next.id, 'completed');
      expect((await read(id)).state).toBe('running');
      jest.advanceTimersByTime(1);
      await once(id, 'completed');
    } finally {
      jest.useRealTimers();
    }
  });

  it('is canceled when the process stops, and runs again elsewhere', async () => {
    const { run, running } = held();
    const runner = start(run);
    const { id } = await queue({ data: { a: 1 } });
    await running;
    await runner.stop();
    const saved = await read(id);
    expect(saved).toMatchObject({ state: 'pending', data: { a: 1 } });
    for (const absent of ['deadlineTime', 'error']) expect(saved).not.toHaveProperty(absent);
    start(done, undefined, 20);
    await once(id, 'completed');
  });

  it('saves its progress when the process stops', async () => {
    const { running, run } = held();
    const runner = start((task, signal) =>
      run(task, signal).catch(() => ({ state: 'pending', availableTime: 0, data: { reached: 5 } })),
    );
    const { id } = await queue();
    await running;
    await runner.stop();
    expect(await read(id)).toMatchObject({ state: 'pending', data: { reached: 5 } });
  });
});
