import { ChannelListeners } from './channel-listeners';
import type { EventBus, EventListener, Unsubscribe } from './event-bus';

/** Hints within one process. */
export class MemoryEventBus implements EventBus {
  private readonly listeners = new ChannelListeners<object>();

  publish(channel: string, payload: () => object): void {
    if (this.listeners.has(channel)) this.deliver(channel, payload());
  }

  /** Passes a hint to the current listeners. */
  deliver(channel: string, payload: object): void {
    this.listeners.tell(channel, payload);
  }

  subscribe(channel: string, listener: EventListener): Promise<Unsubscribe> {
    return Promise.resolve(this.listeners.add(channel, listener));
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
