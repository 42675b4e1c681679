import { onceATurn } from './this-turn';

/** The loaders of a request by batch method, and then by variant. */
export type Loaders = Map<unknown, Map<string, unknown>>;

const ofThisTurn = onceATurn(() => new Map<object, Loaders>());

/**
 * Loaders shared by everything that one occasion triggers in one turn of the event loop. One event wakes all streams
 * that wait for it, so their loads become one statement, however many streams there are. Nothing is shared with an
 * earlier turn or another occasion, of which a turn may have several: each stream gets data loaded after its event.
 *
 * The results of a batch method depend on the key alone and not on the caller; only therefore can loaders be shared
 * between callers.
 */
export function loadersOfThisTurn(occasion: object): Loaders {
  const all = ofThisTurn();
  let loaders = all.get(occasion);
  if (!loaders) all.set(occasion, (loaders = new Map<unknown, Map<string, unknown>>()));
  return loaders;
}
