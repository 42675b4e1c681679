import { FairTurns } from '../../../../src/platform/workload/fair-turns';
import { callerGone, type ApiError } from '../../../../src/platform/errors';

const limits = { atOnce: 1, waitingOfOne: 3, waiting: 4 };

/** Runs works that end when they are told to, and notes their order. */
function newStage(turns: FairTurns) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (account: string, name: string, signal?: AbortSignal) =>
    turns.run(
      account,
      () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
  const endAll = async (all: Promise<void>[]) => {
    const over = Promise.all(all).then(() => true);
    for (;;) {
      ends.shift()?.();
      if (await Promise.race([over, new Promise<false>((resolve) => setImmediate(resolve, false))])) return;
    }
  };
  return { order, begin, endAll };
}

describe('fair turns', () => {
  it('alternate between accounts, however many works one of them has waiting', async () => {
    const { order, begin, endAll } = newStage(new FairTurns(limits));
    const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('a', 'a4'), begin('b', 'b1')];
    await endAll(all);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('run no more works at once than allowed, and go on after one that fails', async () => {
    const turns = new FairTurns({ ...limits, atOnce: 2 });
    let [running, most] = [0, 0];
    const works = Array.from({ length: 4 }, (_, index) =>
      turns.run('a', async () => {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (index === 0) throw new Error('It fails.');
      }),
    );
    const results = await Promise.allSettled(works);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(most).toBe(2);
  });

  it('run more works at once when more wait than run', async () => {
    const turns = new FairTurns({ atOnce: 4, atOnceWhileFewWait: 2, waitingOfOne: 20, waiting: 20 });
    const { order, begin, endAll } = newStage(turns);
    const beginAll = (...names: string[]) => names.map((name) => begin('a', name));
    const few = beginAll('a1', 'a2', 'a3', 'a4');
    expect(turns.use).toEqual({ running: 2, waiting: 2 });
    const more = beginAll('a5', 'a6', 'a7', 'a8', 'a9', 'a10');
    expect(turns.use).toEqual({ running: 4, waiting: 6 });
    await endAll([...few, ...more]);
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10']);
  });

  it.each([
    [7, [2, 4, 6, 7]],
    // A larger part of many.
    [32, [4, 8, 11, 14]],
  ])('let some of %i begin in each turn of the event loop', async (count, begun) => {
    const turns = new FairTurns({ atOnce: 100, perLoopTurn: 2, waitingOfOne: 100, waiting: 100 });
    const { order, begin, endAll } = newStage(turns);
    const all = Array.from({ length: count }, (_, index) => begin('a', `a${index}`));
    const seen: number[] = [];
    while (seen.length < begun.length) {
      seen.push(turns.use.running);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).toEqual(begun);
    await endAll(all);
    expect(order).toHaveLength(count);
  });

  it('refuse what would wait behind too many others, of the same account or of all', async () => {
    const { begin, endAll } = newStage(new FairTurns(limits));
    const all = [begin('a', ''), begin('a', ''), begin('a', ''), begin('a', '')];
    const refused = { code: 'OVERLOADED', status: 503, retryAfter: expect.any(Number) };
    await expect(begin('a', '')).rejects.toMatchObject(refused);
    all.push(begin('b', ''));
    await expect(begin('c', '')).rejects.toMatchObject(refused);
    await endAll(all);
    await expect(endAll([begin('c', '')])).resolves.toBeUndefined();
  });

  it('are given up by those whose signal is aborted while they wait', async () => {
    const { order, begin, endAll } = newStage(new FairTurns(limits));
    const leaving = new AbortController();
    const first = begin('a', 'a1');
    const gone = begin('b', 'b1', leaving.signal).catch((error: ApiError) => error.code);
    const last = begin('c', 'c1');
    leaving.abort(callerGone());
    expect(await gone).toBe('CALLER_GONE');
    await endAll([first, last]);
    expect(order).toEqual(['a1', 'c1']);
  });
});
