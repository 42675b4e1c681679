/** Ends a subscription; further calls have no effect. */
export type Unsubscribe = () => void;

/** Payloads are JSON: numbers, strings, lists and plain objects. */
export type EventListener = (payload: object) => void;

/**
 * Hints between all processes with the same database that new data is available. A hint reaches current listeners
 * only, once and in the order of its publisher; hints can be lost. Listeners also poll, less often. The events
 * themselves are in the event log.
 */
export interface EventBus {
  /** Never throws and never waits. `payload` is only called if anyone may be listening. */
  publish(channel: string, payload: () => object): void;
  /** Resolves once hints on the channel arrive, or at once while the back end is unavailable. */
  subscribe(channel: string, listener: EventListener): Promise<Unsubscribe>;
  /** Throws when events do not reach other processes. */
  assertReachable(): Promise<void>;
  close(): void;
}
