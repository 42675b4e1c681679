/** How often something has happened since the first time that still counts. */
export interface Count {
  events: number;
  /** Milliseconds until the count begins anew. */
  endsIn: number;
}

/** Counts one kind of event by keys; each key for a fixed time from its first event. */
export interface Counter {
  read(key: string): Promise<Count>;
  /** Counts one more, and returns the new count. */
  add(key: string): Promise<Count>;
  clear(key: string): Promise<void>;
}

/** Where the counts of all processes are kept. */
export interface CounterStore {
  /** @param seconds how long a key is counted from its first event */
  counter(name: string, seconds: number): Counter;
  close(): void;
}

export const noEvents: Count = { events: 0, endsIn: 0 };
