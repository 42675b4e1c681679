import { api, type Json } from '../../../support/api';
import { done, held, runningTasks, type Run } from '../../../support/running-tasks';
import { waitFor } from '../../../support/wait-until';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';

const tasks = runningTasks();
const { start, queue, read, change, once } = tasks;

/** What row locks make possible. */
const onMysql = globalThis.dialect === 'mysql' ? it : it.skip;

const soon = '2020-01-01T00:00:00.000Z';

describe('a running task', () => {
  it('is running with a deadline, and then completed', async () => {
    const { run, running, end } = held();
    start(run, { maxDuration: 10_000 });
    const { id } = await queue({ availableTime: soon, data: { a: 1 } });
    expect((await running).data).toEqual({ a: 1 });
    const during = await read(id);
    expect(during).toMatchObject({ state: 'running', data: { a: 1 } });
    expect(Date.parse(during.deadlineTime) - Date.parse(during.runTime)).toBe(30_000);
    expect(during).not.toHaveProperty('availableTime');
    end({ state: 'completed', data: { b: 2 } });
    const after = await once(id, 'completed');
    expect(after).toMatchObject({ data: { b: 2 }, runTime: during.runTime });
    expect(after.duration).toBeGreaterThanOrEqual(0);
    for (const absent of ['deadlineTime', 'availableTime', 'error']) expect(after).not.toHaveProperty(absent);
  });

  it('fails permanently if the handler throws or says so', async () => {
    start(({ data }) => {
      if (data) return Promise.resolve({ state: 'failed', error: { code: 'c', detail: 'no use' } });
      throw new Error('broken');
    });
    const thrown = await queue();
    const said = await queue({ data: {} });
    expect((await once(thrown.id, 'failed')).error).toEqual({ detail: 'broken' });
    const failed = await once(said.id, 'failed');
    expect(failed.error).toEqual({ code: 'c', detail: 'no use' });
    for (const absent of ['deadlineTime', 'availableTime']) expect(failed).not.toHaveProperty(absent);
    await change(said.id, { availableTime: soon });
    expect(await read(said.id)).toMatchObject({ state: 'failed', availableTime: soon });
  });

  it('waits again if the handler postpones it, and every run starts without an error', async () => {
    const errors: unknown[] = [];
    start((task) => {
      errors.push(task.error);
      if (errors.length > 2) return done();
      const again = errors.length === 1 ? Date.now() : Date.parse('2999-01-01T00:00:00Z');
      return Promise.resolve({ state: 'pending', availableTime: again, error: { detail: 'later' } });
    });
    const { id } = await queue();
    const waiting = await waitFor('the second run', async () => {
      const task = await read(id);
      return task.availableTime?.startsWith('2999') ? task : undefined;
    });
    expect(waiting).toMatchObject({ state: 'pending', error: { detail: 'later' } });
    expect(waiting).not.toHaveProperty('deadlineTime');
    await change(id, { availableTime: soon });
    expect(await once(id, 'completed')).not.toHaveProperty('error');
    expect(errors).toEqual([null, null, null]);
  });

  it.each([
    ['for ever', Infinity, '9999-12-31T23:59:59.999Z'],
    ['beyond all calendars', 1e300, '9999-12-31T23:59:59.999Z'],
    ['until a part of a millisecond', Date.parse('2999-01-01T00:00:00Z') + 0.4, '2999-01-01T00:00:00.000Z'],
  ])('can be postponed %s', async (_until, availableTime, shown) => {
    start(() => Promise.resolve({ state: 'pending', availableTime }));
    const { id } = await queue();
    const task = await waitFor('the run', async () => {
      const found = await read(id);
      return found.runTime !== undefined && found.state !== 'running' ? found : undefined;
    });
    expect(task).toMatchObject({ state: 'pending', availableTime: shown });
  });

  it('keeps concurrent changes by clients, unless the handler returns data', async () => {
    const { run, running, end } = held();
    start(run);
    const { id } = await queue({ data: { a: 1 } });
    await running;
    await change(id, { data: { b: 2 }, priority: 9 });
    end({ state: 'completed' });
    expect(await once(id, 'completed')).toMatchObject({ data: { b: 2 }, priority: 9 });
  });

  it('has no effect if it was deleted in the meantime', async () => {
    const { run, running, end } = held();
    const effects: string[] = [];
    const runner = start(run);
    const { id } = await queue();
    await running;
    await api(tasks.own.server).delete(`/v1/tasks/${id}`, { token: tasks.token });
    end({
      state: 'completed',
      effect: (manager) => {
        effects.push(id);
        return tasks.own.app.services.tasks.add(manager, { type: `${tasks.type} effect` });
      },
    });
    await runner.stop();
    expect((await api(tasks.own.server).get(`/v1/tasks/${id}`, { token: tasks.token })).status).toBe(404);
    expect(effects).toEqual([]);
  });

  it('commits its effect with its completion, and fails if the effect cannot be written', async () => {
    const follow = `${tasks.type} follow`;
    start((task) =>
      Promise.resolve({
        state: 'completed',
        effect: async (manager) => {
          await tasks.own.app.services.tasks.add(manager, { type: follow });
          if (task.data) throw new Error('cannot be written');
        },
      }),
    );
    const good = await queue();
    const bad = await queue({ data: {} });
    await once(good.id, 'completed');
    expect((await once(bad.id, 'failed')).error).toEqual({ detail: 'cannot be written' });
    expect(await tasks.own.database.reader.countBy(TaskEntity, { type: follow })).toBe(1);
  });
});

describe('waiting tasks', () => {
  it('run by priority, then by available time, then by age', async () => {
    const order: unknown[] = [];
    await queue({ name: `${tasks.type} 4`, availableTime: '2020-01-02T00:00:00Z' });
    await queue({ name: `${tasks.type} 3`, availableTime: soon });
    await queue({ name: `${tasks.type} 2` });
    await queue({ name: `${tasks.type} 1`, priority: 1, availableTime: '2020-01-02T00:00:00Z' });
    const last = await queue({ name: `${tasks.type} 5`, availableTime: '2020-01-03T00:00:00Z' });
    start(
      (task) => {
        order.push(task.name);
        return done();
      },
      undefined,
      50,
    );
    await once(last.id, 'completed');
    expect(order).toEqual([1, 2, 3, 4, 5].map((number) => `${tasks.type} ${number}`));
  });

  it('stay pending before their available time, after their expiration, and without a handler', async () => {
    const ran: string[] = [];
    const early = await queue({ availableTime: '2999-01-01T00:00:00Z' });
    const late = await queue();
    await tasks.own.database.transaction((manager) =>
      manager.update(TaskEntity, { id: late.id }, { expirationTime: Date.now() - 1 }),
    );
    const other = await queue({ type: `${tasks.type} ` });
    start(
      (task) => {
        ran.push(task.id);
        return done();
      },
      undefined,
      50,
    );
    const now = await queue();
    await once(now.id, 'completed');
    const next = await queue();
    await once(next.id, 'completed');
    for (const { id } of [early, late, other]) expect((await read(id)).state).toBe('pending');
    expect(ran).toEqual([now.id, next.id]);
  });

  it('run as many concurrently as there are workers', async () => {
    const running = new Set<string>();
    let most = 0;
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    start(
      async (task) => {
        running.add(task.id);
        most = Math.max(most, running.size);
        await released;
        running.delete(task.id);
        return { state: 'completed' };
      },
      { workers: 3 },
    );
    const queued = await Promise.all(Array.from({ length: 7 }, () => queue()));
    await waitFor('three at once', () => (running.size === 3 ? true : undefined));
    release();
    for (const { id } of queued) await once(id, 'completed');
    expect(most).toBe(3);
  });

  it('run once each, whatever the number of processes', async () => {
    const runs: string[] = [];
    const queued = await Promise.all(Array.from({ length: 30 }, () => queue()));
    for (let process = 0; process < 4; process += 1)
      start(
        (task) => {
          runs.push(task.id);
          return done();
        },
        { workers: 2 },
        20,
      );
    for (const { id } of queued) await once(id, 'completed');
    expect(runs.sort()).toEqual(queued.map(({ id }) => id).sort());
  });

  onMysql('that somebody is at keep nobody from the next', async () => {
    const [locked, free] = [await queue({ priority: 1 }), await queue()];
    const other = tasks.own.database.reader.connection.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query('SELECT id FROM tasks WHERE id = ? FOR UPDATE', [locked.id]);
      start(done, undefined, 50);
      await once(free.id, 'completed');
      expect((await read(locked.id)).state).toBe('pending');
      await other.rollbackTransaction();
      await once(locked.id, 'completed');
    } finally {
      await other.release();
    }
  });

  it('of a type exist from the start, once, whatever happened to them', async () => {
    const initial = { name: `${tasks.type} first`, priority: 5, data: { interval: 1 } };
    let runs = 0;
    const run: Run = () => {
      runs += 1;
      return done();
    };
    start(run, { initial: [initial] }, 20);
    start(run, { initial: [initial] }, 20);
    const list = () =>
      api(tasks.own.server).get(`/v1/tasks?name=${encodeURIComponent(initial.name)}`, { token: tasks.token });
    const [task] = await waitFor('the first task', async () => {
      const { body } = await list();
      return body.length > 0 ? (body as Json[]) : undefined;
    });
    expect(await once(task.id, 'completed')).toMatchObject({
      type: tasks.type,
      priority: 5,
      data: { interval: 1 },
    });
    const later = start(run, { initial: [initial] }, 20);
    await later.stop();
    expect((await list()).body).toHaveLength(1);
    expect(runs).toBe(1);
  });
});
