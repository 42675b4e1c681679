import { setImmediate as turn } from 'node:timers/promises';
import { Audience } from '../../../src/request/audience';

const never = new Promise<void>(() => undefined);

describe('the signal of an audience', () => {
  it('is aborted once all of them have left', async () => {
    const audience = new Audience();
    const [one, other] = [new AbortController(), new AbortController()];
    for (const { signal } of [one, other]) void audience.await(never, signal);
    await turn();
    one.abort();
    expect(audience.signal.aborted).toBe(false);
    other.abort();
    expect(audience.signal.aborted).toBe(true);
  });

  it('is aborted once nobody waits, and not while others may still join', async () => {
    const audience = new Audience();
    const { signal } = new AbortController();
    expect(await audience.await(Promise.resolve('done'), signal)).toBe('done');
    expect(audience.signal.aborted).toBe(false);
    await turn();
    expect(audience.signal.aborted).toBe(true);
  });

  it('does not wait for somebody who has left before', async () => {
    const audience = new Audience();
    void audience.await(never, AbortSignal.abort());
    await turn();
    expect(audience.signal.aborted).toBe(true);
  });
});
