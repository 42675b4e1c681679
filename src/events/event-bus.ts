/** Ends a subscription; ending it again changes nothing. */
export type Unsubscribe = () => void;

/** What is published is JSON: numbers, texts, lists and plain objects. */
export type EventListener = (payload: object) => void;

/**
 * Hints between all processes on one database: that it is worth looking there now. A hint reaches whoever listens while it
 * is published, once and in the order of its publisher; nobody gets it later, and some may be lost. Whoever listens
 * looks by itself, too, only later. What has happened is in the log of events.
 */
export interface EventBus {
  /** Never throws and never waits. `payload` is only asked for when somebody may be listening. */
  publish(channel: string, payload: () => object): void;
  /** Resolves once hints on the channel arrive, or at once while the backend cannot be reached. */
  subscribe(channel: string, listener: EventListener): Promise<Unsubscribe>;
  /** Throws when events do not reach other processes. */
  assertReachable(): Promise<void>;
  close(): void;
}
