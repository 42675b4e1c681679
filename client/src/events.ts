/** Callbacks of a source of events. */
interface Callbacks<Item> {
  next(item: Item): void;
  error(error: Error): void;
  complete(): void;
}

/**
 * Turns callbacks into an iterator for `for await`. Items wait until they are asked for.
 *
 * @param start starts the source and returns a function that ends it
 */
export async function* iterate<Item>(
  start: (callbacks: Callbacks<Item>) => () => void,
): AsyncGenerator<Item, void, undefined> {
  const waiting: Item[] = [];
  let failure: Error | undefined;
  let isOver = false;
  let wake = (): void => undefined;
  const end = start({
    next(item) {
      waiting.push(item);
      wake();
    },
    error(error) {
      failure = error;
      isOver = true;
      wake();
    },
    complete() {
      isOver = true;
      wake();
    },
  });
  try {
    for (;;) {
      const item = waiting.shift();
      if (item !== undefined) yield item;
      else if (failure) throw failure;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    end();
  }
}
