import { onceATurn } from './this-turn';

/** The loaders of a request by the batch method behind them, and then by variant. */
export type Loaders = Map<unknown, Map<string, unknown>>;

/**
 * Loaders that are shared by everything that begins in the same turn of the event loop. One event wakes all streams
 * that wait for it in one turn, so their questions become one statement, however many streams there are. Nothing is
 * shared with an earlier turn: each stream gets answers that were looked up after its event came.
 *
 * What a batch method of a service answers depends on the key alone and not on who is asking; only so may loaders be
 * shared between callers.
 */
export const loadersOfThisTurn = onceATurn((): Loaders => new Map());
