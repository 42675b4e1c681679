import { callerGone, endReason } from '../../../../src/platform/errors';
import { LongWork } from '../../../../src/platform/long-work';
import { untilEnd } from '../../../../src/platform/until-end';
import { BoundedOperation } from '../../../../src/platform/workload/bounded-operation';
import { weigh } from '../../../../src/platform/workload/weight';

const limits = { duration: 60_000, memory: 100 };

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

describe('a bounded operation', () => {
  it('ends when its time is over, with the error for its caller', async () => {
    const operation = new BoundedOperation({ ...limits, duration: 1 }, 'a');
    await aborted(operation.signal);
    expect(endReason(operation.signal)).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      status: 503,
      retryAfter: expect.any(Number),
    });
  });

  it('ends when it holds more than it may, and not before', () => {
    const operation = new BoundedOperation(limits, 'a');
    operation.hold(60);
    operation.hold(40);
    expect(operation.signal.aborted).toBe(false);
    expect(() => operation.hold(1)).toThrow(expect.objectContaining({ code: 'TOO_MUCH_DATA', status: 422 }));
    expect(endReason(operation.signal).code).toBe('TOO_MUCH_DATA');
  });

  it('ends when its caller leaves, or has left before, but not once it is closed', () => {
    const leaving = new AbortController();
    const [open, closed] = [0, 1].map(() => new BoundedOperation(limits, 'a', leaving.signal));
    closed?.close();
    leaving.abort(callerGone());
    expect(open && endReason(open.signal).code).toBe('CALLER_GONE');
    expect(closed?.signal.aborted).toBe(false);
    expect(new BoundedOperation(limits, 'a', leaving.signal).signal.aborted).toBe(true);
  });

  it('ends long work, and the waiting for work that does not notice', async () => {
    const leaving = new AbortController();
    const operation = new BoundedOperation(limits, 'a', leaving.signal);
    const work = new LongWork(operation.signal);
    await expect(work.pause()).resolves.toBeUndefined();
    const endless = untilEnd(new Promise(() => undefined), operation.signal);
    leaving.abort(callerGone());
    await expect(endless).rejects.toMatchObject({ code: 'CALLER_GONE' });
    await expect(work.pause()).rejects.toMatchObject({ code: 'CALLER_GONE' });
    await expect(untilEnd(Promise.resolve(1), undefined)).resolves.toBe(1);
  });
});

it('the weight of a value is that of its texts and bytes, at any depth', () => {
  const values = [{ text: 'four', list: ['a', { b: 'cd' }], number: 5, nothing: null }, null, 'xyz'];
  expect(weigh(values)).toBe(4 + 1 + 2 + 3);
  expect(weigh([{ summary: Buffer.alloc(20_000) }, { summary: null }])).toBe(20_000);
});

it('long works take turns: one of them in each turn of the event loop', async () => {
  const order: string[] = [];
  const loop = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('|');
    }
  };
  const work = async (name: string) => {
    const long = new LongWork();
    for (let step = 0; step < 2; step += 1) {
      const began = performance.now();
      while (performance.now() - began < 11);
      await long.pause();
      order.push(name);
    }
  };
  await Promise.all([work('a'), work('b'), loop()]);
  expect(order.join('')).not.toMatch(/ab|ba/);
  expect(order.filter((name) => name !== '|').sort()).toEqual(['a', 'a', 'b', 'b']);
});
