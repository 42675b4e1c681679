import type { EventBus, EventListener, Unsubscribe } from './event-bus';

/** Events within one process. */
export class MemoryEventBus implements EventBus {
  private readonly listeners = new Map<string, Set<EventListener>>();

  publish(channel: string, payload: () => object): void {
    if (this.listeners.has(channel)) this.deliver(channel, payload());
  }

  /** Hands an event to those who listen now. */
  deliver(channel: string, payload: object): void {
    for (const listener of [...(this.listeners.get(channel) ?? [])]) listener(payload);
  }

  subscribe(channel: string, listener: EventListener): Promise<Unsubscribe> {
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners);
    // A function of its own, so that the same listener may come twice.
    const own: EventListener = (payload) => listener(payload);
    listeners.add(own);
    return Promise.resolve(() => {
      listeners.delete(own);
      if (listeners.size === 0 && this.listeners.get(channel) === listeners) this.listeners.delete(channel);
    });
  }

  /** True while somebody listens to the channel. */
  hasListeners(channel: string): boolean {
    return this.listeners.has(channel);
  }

  assertReachable(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.listeners.clear();
  }
}
