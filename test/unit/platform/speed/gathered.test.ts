import { gathered } from '../../../../src/platform/speed/gathered';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A batch method whose statements end when the test says so, and its calls. */
function controlled() {
  const asked: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const batch = gathered(async (keys: readonly string[]): Promise<string[]> => {
    asked.push(keys);
    const number = asked.length;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (keys.includes('bad')) throw new Error('A key is bad.');
    return keys.map((key) => `${key} of ${number}`);
  }, 60_000);
  const end = async () => {
    while (ends.length === 0) await turn();
    ends.shift()?.();
  };
  return { batch, asked, end };
}

it('calls in one turn of the event loop share a statement, and each gets its own results', async () => {
  const { batch, asked, end } = controlled();
  const answers = [batch(['a', 'b']), batch([]), batch(['c'])];
  await end();
  expect(await Promise.all(answers)).toEqual([['a of 1', 'b of 1'], [], ['c of 1']]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

it('calls during a statement share the next one', async () => {
  const { batch, asked, end } = controlled();
  const first = batch(['a']);
  await turn();
  const later = [batch(['a']), batch(['b'])];
  await turn();
  expect(asked).toEqual([['a']]);
  await end();
  expect(await first).toEqual(['a of 1']);
  await end();
  expect(await Promise.all(later)).toEqual([['a of 2'], ['b of 2']]);
  expect(asked).toEqual([['a'], ['a', 'b']]);
});

it('an expensive call does not cost the others their results', async () => {
  const { batch, end } = controlled();
  const [good, bad] = [batch(['good']), batch(['bad'])];
  await end();
  await end();
  await end();
  expect(await good).toEqual(['good of 2']);
  await expect(bad).rejects.toThrow('A key is bad.');
});

it('a single call gets its error, and the next ones succeed', async () => {
  const { batch, end } = controlled();
  const bad = batch(['bad']);
  await end();
  await expect(bad).rejects.toThrow('A key is bad.');
  const good = batch(['good']);
  await end();
  expect(await good).toEqual(['good of 2']);
});

it('a statement that does not return blocks no others', async () => {
  let statements = 0;
  const batch = gathered((keys: readonly string[]): Promise<string[]> => {
    statements += 1;
    return statements === 1 ? new Promise(() => undefined) : Promise.resolve([...keys]);
  });
  void batch(['lost']);
  await turn();
  expect(await batch(['a'])).toHaveLength(1);
  expect(await batch(['b'])).toEqual(['b']);
});

it('statements have a limited size', async () => {
  const sizes: number[] = [];
  const batch = gathered((keys: readonly number[]): Promise<number[]> => {
    sizes.push(keys.length);
    return Promise.resolve([...keys]);
  });
  const calls = Array.from({ length: 9 }, (_, call) =>
    Array.from({ length: 1_000 }, (_, key) => call * 1_000 + key),
  );
  expect(await Promise.all(calls.map((keys) => batch(keys)))).toEqual(calls);
  expect(sizes).toEqual([5_000, 4_000]);
});
