import type { Unsubscribe } from './event-bus';

/** The listeners of each channel in this process. */
export class ChannelListeners<Item> {
  private readonly listeners = new Map<string, Set<(item: Item) => void>>();

  add(channel: string, listener: (item: Item) => void): Unsubscribe {
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners);
    // A new function, so that the same listener can be added twice.
    const own = (item: Item) => listener(item);
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.listeners.get(channel) === listeners) this.listeners.delete(channel);
    };
  }

  /** Passes an item to the current listeners. */
  tell(channel: string, item: Item): void {
    for (const listener of [...(this.listeners.get(channel) ?? [])]) listener(item);
  }

  /** True while somebody listens to the channel. */
  has(channel: string): boolean {
    return this.listeners.has(channel);
  }

  /** True while nobody listens to any channel. */
  get isEmpty(): boolean {
    return this.listeners.size === 0;
  }

  clear(): void {
    this.listeners.clear();
  }
}
