import { outageOf } from '../outage';

type Batch<Key, Value> = (keys: readonly Key[]) => Promise<Value[]>;

interface Call<Key, Value> {
  keys: readonly Key[];
  resolve: (values: Value[] | Promise<Value[]>) => void;
}

/** Milliseconds. */
const longestWait = 50;

/** Few enough for one statement in both dialects. */
const keysAtOnce = 5_000;

/**
 * Makes of a batch method one in which the questions of all requests go together: while a statement is on its way, what is
 * asked meanwhile waits for its end and is then asked as one. The busier a process, the fewer statements a request
 * costs it. Every answer comes from a statement that began after the question, so nobody is told what was before.
 *
 * Only for methods whose answers depend on the keys alone, take no time and change nothing.
 *
 * @param patience in milliseconds: a statement that takes longer, or never comes back, keeps nobody else waiting
 */
export function gathered<Key, Value>(batch: Batch<Key, Value>, patience = longestWait): Batch<Key, Value> {
  let waiting: Call<Key, Value>[] = [];
  let isBusy = false;

  const goOn = () => {
    isBusy = waiting.length > 0;
    // What else comes in this turn of the event loop goes along.
    if (isBusy) setImmediate(ask);
  };

  const ask = () => {
    const calls = takeSome();
    let hasGoneOn = false;
    const goOnOnce = () => {
      if (!hasGoneOn) goOn();
      hasGoneOn = true;
    };
    const timer = setTimeout(goOnOnce, patience);
    void answer(batch, calls).finally(() => {
      clearTimeout(timer);
      goOnOnce();
    });
  };

  const takeSome = () => {
    let keys = 0;
    const fitting = waiting.findIndex((call) => (keys += call.keys.length) > keysAtOnce);
    const calls = fitting === -1 ? waiting : waiting.slice(0, Math.max(fitting, 1));
    waiting = waiting.slice(calls.length);
    return calls;
  };

  return (keys) =>
    new Promise((resolve) => {
      waiting.push({ keys, resolve });
      if (!isBusy) goOn();
    });
}

async function answer<Key, Value>(
  batch: Batch<Key, Value>,
  calls: readonly Call<Key, Value>[],
): Promise<void> {
  const [only] = calls;
  if (only && calls.length === 1) {
    const values = batch(only.keys);
    only.resolve(values);
    await values.catch(() => undefined);
    return;
  }
  const answers = batch(calls.flatMap(({ keys }) => keys));
  try {
    const values = await answers;
    let start = 0;
    for (const { keys, resolve } of calls) resolve(values.slice(start, (start += keys.length)));
  } catch (error) {
    // What one of them has asked may be the cause: it must not cost the others their answers. While the database is away
    // each would only wait once more.
    for (const { keys, resolve } of calls) resolve(outageOf(error) ? answers : batch(keys));
  }
}
