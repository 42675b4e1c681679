import { inTime, waitFor } from '../../support/wait-until';

afterEach(() => jest.restoreAllMocks());

/** Makes each look at the clock a number of milliseconds later than the last one. */
function lookEvery(milliseconds: number): () => number {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (time += milliseconds));
  return () => time;
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('a wait in vain', () => {
  it('ends after some seconds and names what was expected', async () => {
    const time = lookEvery(200);
    await expect(waitFor('rain', () => undefined)).rejects.toThrow('Waited in vain for rain.');
    expect(time()).toBeLessThan(60_000);
  });

  it('polls as often on a busy machine', async () => {
    lookEvery(5_000);
    let asked = 0;
    await waitFor('the fiftieth look', () => ((asked += 1) === 50 ? true : undefined));
    expect(asked).toBe(50);
  });

  it('for a pushed result ends too', async () => {
    lookEvery(200);
    await expect(inTime('the mail', never())).rejects.toThrow('Waited in vain for the mail.');
  });
});

describe('a timely result', () => {
  it('is returned', async () => {
    expect(await waitFor('an answer', () => Promise.resolve(5))).toBe(5);
    expect(await inTime('an answer', Promise.resolve(6))).toBe(6);
  });

  it('is thrown immediately if it is an error', async () => {
    await expect(waitFor('an answer', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await expect(inTime('an answer', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
