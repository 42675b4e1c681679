import { classifyOutage } from '../outage';

type Batch<Key, Value> = (keys: readonly Key[]) => Promise<Value[]>;

interface Call<Key, Value> {
  keys: readonly Key[];
  resolve: (values: Value[] | Promise<Value[]>) => void;
}

/** Milliseconds. */
const longestWait = 50;

/** Small enough for one statement in both dialects. */
const keysAtOnce = 5_000;

/**
 * Turns a batch method into one that combines the calls of all requests: calls made while a statement is running
 * wait for its end and go out together. The busier a process, the fewer statements a request costs. Every result
 * comes from a statement that began after the call, so nobody gets outdated results.
 *
 * Only for methods whose results depend on the keys alone, and that are fast and change nothing.
 *
 * @param timeout in milliseconds: a slower statement, or one that never returns, does not hold up other calls
 */
export function gathered<Key, Value>(batch: Batch<Key, Value>, timeout = longestWait): Batch<Key, Value> {
  let waiting: Call<Key, Value>[] = [];
  let isBusy = false;

  const goOn = () => {
    isBusy = waiting.length > 0;
    // Waits for other calls in this turn of the event loop.
    if (isBusy) setImmediate(ask);
  };

  const ask = () => {
    const calls = takeSome();
    let hasGoneOn = false;
    const goOnOnce = () => {
      if (!hasGoneOn) goOn();
      hasGoneOn = true;
    };
    const timer = setTimeout(goOnOnce, timeout);
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
    // The keys of one call may be the cause; they must not fail the other calls. During an outage, separate calls
    // would only fail again.
    for (const { keys, resolve } of calls) resolve(classifyOutage(error) ? answers : batch(keys));
  }
}
