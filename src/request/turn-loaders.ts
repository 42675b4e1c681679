import { BoundedOperation, type OperationLimits } from '../platform/workload/bounded-operation';
import { Audience } from './audience';
import { onceATurn } from './this-turn';

/** The loaders of a request by batch method, and then by variant. */
export type Loaders = Map<unknown, Map<string, unknown>>;

/** What contexts share that work on one occasion. */
export interface SharedWork {
  loaders: Loaders;
  /** Counts what all of them gather together, and ends them together. */
  operation?: BoundedOperation;
}

/** Shared work with limits, and those who wait for it. */
export interface BoundedWork extends Required<SharedWork> {
  audience: Audience;
}

const ofThisTurn = <Value>() => onceATurn(() => new Map<object, Value>());

function getOrMake<Value>(values: Map<object, Value>, occasion: object, make: () => Value): Value {
  let value = values.get(occasion);
  if (value === undefined) values.set(occasion, (value = make()));
  return value;
}

const newLoaders = (): Loaders => new Map<unknown, Map<string, unknown>>();

const loaders = ofThisTurn<Loaders>();
const work = ofThisTurn<BoundedWork>();

/**
 * Loaders shared by everything that one occasion triggers in one turn of the event loop. One event wakes all streams
 * that wait for it, so their loads become one statement, however many streams there are. Nothing is shared with an
 * earlier turn or another occasion, of which a turn may have several: each stream gets data loaded after its event.
 *
 * The results of a batch method depend on the key alone and not on the caller; only therefore can loaders be shared
 * between callers.
 */
export const loadersOfThisTurn = (occasion: object): Loaders => getOrMake(loaders(), occasion, newLoaders);

/**
 * Such loaders for work that has, all of it together, the limits of one operation. The limits of the first who asks
 * apply. The work ends when nobody waits for it any more.
 */
export const workOfThisTurn = (occasion: object, limits: OperationLimits): BoundedWork =>
  getOrMake(work(), occasion, () => {
    const audience = new Audience();
    const operation = new BoundedOperation(limits, '', audience.signal);
    return { loaders: newLoaders(), operation, audience };
  });
