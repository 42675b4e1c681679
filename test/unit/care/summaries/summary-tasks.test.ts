import { setImmediate as turn } from 'node:timers/promises';
import { summaryTasks } from '../../../../src/care/summaries/summary-tasks';
import type { SummaryService } from '../../../../src/care/summaries/summary.service';
import type { RunningTask, TaskHandler } from '../../../../src/platform/tasks/task-handler';
import { movedClock } from '../../../support/moved-clock';

/** The clock stands still. */
movedClock();

const halfAMinute = 30_000;

/** The task that updates summaries of sensors. */
const first = { name: 'test.summary.update.cgm', data: null };

/** Runs the task once with this many waiting accounts, and returns its calls to the service. */
async function runWith(
  accounts: number,
  isBroken: (userId: string) => boolean = () => false,
  waited: (index: number) => number = () => 0,
) {
  const waiting = Array.from({ length: accounts }, (_, index) => ({
    userId: `${index}`,
    since: Date.now() - waited(index),
  }));
  const sizes: number[] = [];
  let [atOnce, mostAtOnce, begun] = [0, 0, 0];
  const summaries: Pick<SummaryService, 'outdated' | 'update'> = {
    outdated(_type, size) {
      sizes.push(size);
      return Promise.resolve(waiting.splice(0, size));
    },
    async update({ userId }) {
      begun += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await turn();
      atOnce -= 1;
      if (isBroken(userId)) throw new Error('out of order');
    },
  };
  const [handler] = summaryTasks('test', summaries as SummaryService);
  const outcome = await handler?.run(first as RunningTask, new AbortController().signal);
  return { sizes, mostAtOnce, begun, outcome };
}

describe('a run', () => {
  it.each([
    ['nothing to do', 0, [250], 0],
    ['few accounts', 7, [250], 7],
    ['one batch and one more', 251, [250, 250], 10],
    ['more than it takes', 800, [250, 250, 250], 10],
  ])('with %s calculates ten at once', async (_name, accounts, sizes, mostAtOnce) => {
    const begun = Math.min(accounts, 750);
    expect(await runWith(accounts)).toMatchObject({
      sizes,
      mostAtOnce,
      begun,
      outcome: { state: 'pending' },
    });
  });

  it.each([
    ['is behind if all it has met have waited for too long', 750, () => halfAMinute + 1, true],
    ['is not behind if one has not', 750, (index: number) => halfAMinute + (index === 749 ? 0 : 1), false],
    ['is not behind if it could have met more', 749, () => halfAMinute + 1, false],
  ])('%s', async (_name, accounts, waited, isBehind) => {
    const { outcome } = await runWith(accounts, undefined, waited);
    expect((outcome as { availableTime: number }).availableTime === Date.now()).toBe(isBehind);
  });

  it('waits for its interval if the same accounts stay outdated', async () => {
    const stuck = Array.from({ length: 250 }, (_, index) => ({ userId: `${index}`, since: 0 }));
    const summaries: Pick<SummaryService, 'outdated' | 'update'> = {
      outdated: () => Promise.resolve(stuck),
      update: () => Promise.resolve(),
    };
    const [handler] = summaryTasks('test', summaries as SummaryService);
    const outcome = await handler?.run(first as RunningTask, new AbortController().signal);
    expect((outcome as { availableTime: number }).availableTime).toBeGreaterThanOrEqual(Date.now() + 20_000);
  });

  it('ends with the batch in which an error occurred, and is repeated', async () => {
    expect(await runWith(800, (userId) => userId === '3')).toMatchObject({
      ...{ sizes: [250], begun: 250 },
      outcome: { state: 'pending', error: { detail: '1 failed: out of order' } },
    });
  });
});

describe('the tasks', () => {
  type Asked = Pick<SummaryService, 'outdated' | 'update' | 'migrate'>;

  /** The handlers on a service that says what it is asked. */
  function handlers(more: Partial<Asked> = {}) {
    const asked: string[] = [];
    const summaries: Asked = {
      outdated(type, size) {
        asked.push(`outdated ${type} ${size}`);
        return Promise.resolve([{ userId: 'a', since: Date.now() }]);
      },
      update({ userId, type }) {
        asked.push(`update ${type} ${userId}`);
        return Promise.resolve();
      },
      migrate(type, size) {
        asked.push(`migrate ${type} ${size}`);
        return Promise.resolve(size);
      },
      ...more,
    };
    return { asked, all: summaryTasks('test', summaries as SummaryService) };
  }

  const named = (all: readonly TaskHandler[], name: string) =>
    all.find(({ type }) => type === `test.summary.${name}`) as TaskHandler;
  const run = (handler: TaskHandler, data: unknown = null, signal = new AbortController().signal) =>
    handler.run({ name: handler.type, data } as RunningTask, signal);

  it('calculate and migrate each type', async () => {
    const { asked, all } = handlers();
    for (const handler of all) expect(await run(handler)).not.toHaveProperty('error');
    expect(all.map(({ type }) => type)).toEqual(
      ['cgm', 'bgm', 'con'].flatMap((type) => [
        `test.summary.update.${type}`,
        `test.summary.migrate.${type}`,
      ]),
    );
    expect(asked).toEqual(
      ['cgm', 'bgm', 'con'].flatMap((type) => [
        ...[`outdated ${type} 250`, `update ${type} a`, `migrate ${type} 500`],
      ]),
    );
  });

  it('share the accounts if there are several, and do nothing once there are fewer', async () => {
    const shares: unknown[] = [];
    const summaries: Pick<SummaryService, 'outdated'> = {
      outdated(_type, _size, share) {
        shares.push(share);
        return Promise.resolve([]);
      },
    };
    const [handler] = summaryTasks('test', summaries as SummaryService, 2);
    const names = [first.name, `${first.name}.2`, `${first.name}.3`];
    expect(handler?.initial?.map(({ name }) => name)).toEqual(names.slice(0, 2));
    for (const name of names)
      expect(
        await handler?.run({ name, data: null } as RunningTask, new AbortController().signal),
      ).toMatchObject({ state: 'pending' });
    expect(shares).toEqual([
      { part: 0, of: 2 },
      { part: 1, of: 2 },
    ]);
  });

  const largest = 2 ** 31 - 1;
  it.each<[data: unknown, seconds: [number, number], batch: number]>([
    [null, [20, 30], 250],
    [undefined, [20, 30], 250],
    [{ minInterval: 40, maxInterval: 60, batch: 7 }, [40, 60], 7],
    [{ minInterval: 60, maxInterval: 60 }, [60, 60], 250],
    [{ minInterval: 1, maxInterval: 1, batch: 1 }, [1, 1], 1],
    [{ minInterval: largest, maxInterval: largest, batch: largest }, [largest, largest], largest],
    [{ minInterval: 61, maxInterval: 60, batch: 8 }, [20, 30], 8],
    [{ minInterval: 40 }, [20, 30], 250],
    [{ maxInterval: 40 }, [20, 30], 250],
    [{ minInterval: 0, maxInterval: 60, batch: 0 }, [20, 30], 250],
    [{ minInterval: 1.5, maxInterval: 60, batch: -1 }, [20, 30], 250],
    [{ minInterval: '40', maxInterval: '60', batch: '9' }, [20, 30], 250],
    [{ minInterval: 40, maxInterval: largest + 1, batch: largest + 1 }, [20, 30], 250],
  ])('with the data %j run again after %j seconds, %d accounts at a time', async (data, seconds, batch) => {
    const { asked, all } = handlers();
    for (const [index, random] of [0, 1].entries()) {
      const chance = jest.spyOn(Math, 'random').mockReturnValue(random);
      const outcome = await run(named(all, 'update.cgm'), data);
      chance.mockRestore();
      const wait = (seconds[index] as number) * 1_000;
      expect(outcome).toEqual({ state: 'pending', availableTime: Date.now() + wait });
    }
    expect(asked[0]).toBe(`outdated cgm ${batch}`);
  });

  it('run again after an error, and name each reason once', async () => {
    const fails = (reason: Error) => () => Promise.reject(reason);
    const detailOf = async (name: string, more: Partial<Asked>) => {
      const outcome = await run(named(handlers(more).all, name));
      expect(outcome.state).toBe('pending');
      return (outcome as { error?: { detail?: string } }).error?.detail;
    };
    expect(await detailOf('update.cgm', { outdated: fails(new Error('away')) })).toBe('1 failed: away');
    expect(await detailOf('migrate.cgm', { migrate: fails('away' as unknown as Error) })).toBe(
      '1 failed: unknown',
    );
    const several = ['a', 'b', 'c'].map((userId) => ({ userId, since: 0 }));
    const outdated = () => Promise.resolve(several);
    const update = ({ userId }: { userId: string }) => fails(new Error(userId === 'b' ? 'b' : 'a'))();
    expect(await detailOf('update.cgm', { outdated, update })).toBe('3 failed: a, b');
  });

  it('begin nothing after they are told to end', async () => {
    const { asked, all } = handlers();
    expect(await run(named(all, 'update.cgm'), null, AbortSignal.abort())).toMatchObject({
      state: 'pending',
    });
    expect(asked).toEqual([]);
    const ending = new AbortController();
    const begun: string[] = [];
    const many = Array.from({ length: 40 }, (_, index) => ({ userId: `${index}`, since: 0 }));
    const update = ({ userId }: { userId: string }) => {
      begun.push(userId);
      ending.abort();
      return Promise.resolve();
    };
    const busy = handlers({ outdated: () => Promise.resolve(many), update });
    await run(named(busy.all, 'update.cgm'), null, ending.signal);
    expect(begun).toEqual(['0']);
  });

  it('end a run that takes too long', () => {
    const { all } = handlers();
    expect(named(all, 'update.bgm')).toMatchObject({
      ...{ maxDuration: 120_000, pollDelay: 10_000 },
      initial: [{ priority: 5, data: { minInterval: 20, maxInterval: 30, batch: 250 } }],
    });
    expect(named(all, 'migrate.bgm')).toMatchObject({
      maxDuration: 240_000,
      initial: [{ priority: 5, data: { minInterval: 300, maxInterval: 300, batch: 500 } }],
    });
  });
});
