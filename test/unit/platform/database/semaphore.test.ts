import type { StallDetector } from '../../../../src/platform/database/stall-detector';
import { Semaphore } from '../../../../src/platform/database/semaphore';

/** Work that ends on demand. */
function heldWork(started: string[], name: string) {
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const work = async () => {
    started.push(name);
    await ended;
    return name;
  };
  return { work, finish };
}

describe('a semaphore', () => {
  it('admits as many as its limit allows, and the next one when one has left', async () => {
    const semaphore = new Semaphore(2);
    const started: string[] = [];
    const pieces = ['first', 'second', 'third', 'fourth'].map((name) => heldWork(started, name));
    const results = pieces.map(({ work }) => semaphore.run(work));
    expect(started).toEqual(['first', 'second']);

    pieces[1]?.finish();
    await results[1];
    await Promise.resolve();
    expect(started).toEqual(['first', 'second', 'third']);

    for (const { finish } of pieces) finish();
    await expect(Promise.all(results)).resolves.toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('admits the next one when work fails', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(() => Promise.reject(new Error('It went wrong.')));
    const next = semaphore.run(() => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('It went wrong.');
    await expect(next).resolves.toBe('next');
    await expect(semaphore.run(() => Promise.resolve('later'))).resolves.toBe('later');
  });

  it('ends waits that are in vain, and releases the place of those who have left', async () => {
    const givingUp: ((error: Error) => void)[] = [];
    const begin = (giveUp: (error: Error) => void) => {
      givingUp.push(giveUp);
      return () => undefined;
    };
    const semaphore = new Semaphore(1, { begin } as unknown as StallDetector);
    const started: string[] = [];
    const [first, second, third] = ['first', 'second', 'third'].map((name) => heldWork(started, name));
    const results = [first, second, third].map((piece) => semaphore.run(piece!.work));
    givingUp[0]?.(new Error('in vain'));
    await expect(results[1]).rejects.toThrow('in vain');
    first?.finish();
    third?.finish();
    expect(await Promise.all([results[0], results[2]])).toEqual(['first', 'third']);
    expect(started).toEqual(['first', 'third']);
  });
});
