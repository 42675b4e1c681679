/** The number of events in the current period. */
export interface Count {
  events: number;
  /** Milliseconds until the count resets. */
  endsIn: number;
}

/** Counts one kind of event by key; each key for a fixed time from its first event. */
export interface Counter {
  read(key: string): Promise<Count>;
  /** Increments and returns the count. */
  add(key: string): Promise<Count>;
  clear(key: string): Promise<void>;
}

/** Storage of the counts of all processes. */
export interface CounterStore {
  /** @param seconds how long a key is counted from its first event */
  counter(name: string, seconds: number): Counter;
  close(): void;
}

export const noEvents: Count = { events: 0, endsIn: 0 };
