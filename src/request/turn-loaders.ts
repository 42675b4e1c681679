import { onceATurn } from './this-turn';

/** The loaders of a request by the batch method behind them, and then by variant. */
export type Loaders = Map<unknown, Map<string, unknown>>;

const ofThisTurn = onceATurn(() => new Map<object, Loaders>());

/**
 * Loaders that are shared by all that one occasion brings about in one turn of the event loop. One event wakes all
 * streams that wait for it, so their questions become one statement, however many streams there are. Nothing is shared
 * with an earlier turn or another occasion, which a turn may bring several of: each stream gets answers that were looked
 * up after its event came.
 *
 * What a batch method of a service answers depends on the key alone and not on who is asking; only so may loaders be
 * shared between callers.
 */
export function loadersOfThisTurn(occasion: object): Loaders {
  const all = ofThisTurn();
  let loaders = all.get(occasion);
  if (!loaders) all.set(occasion, (loaders = new Map<unknown, Map<string, unknown>>()));
  return loaders;
}
