import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RequestContext } from '../../request/request-context';
import type { SubscriptionStream } from './subscription-stream';

/** Bytes that may wait for a client to read them before it is given up. */
const unreadLimit = 4 * 1024 * 1024;

/** Milliseconds. A client that has not answered a ping by the next one is gone. */
const pingInterval = 15_000;

/** One open WebSocket: who it belongs to and what runs on it. */
export class Connection {
  /** Who is calling, once the first message was accepted. */
  context: RequestContext | undefined;
  private starts: Promise<unknown> = Promise.resolve();
  private readonly streams = new Set<SubscriptionStream>();
  private readonly cleanups: (() => void)[] = [];
  private readonly controller = new AbortController();

  constructor(
    readonly socket: WebSocket,
    readonly request: IncomingMessage,
  ) {
    this.keepAlive();
    // A message that is too large or not one at all; the library closes the connection with the right code.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.controller.abort();
      this.letGo();
    });
  }

  private keepAlive(): void {
    let isAlive = true;
    this.socket.on('pong', () => (isAlive = true));
    const timer = setInterval(() => {
      if (!isAlive) this.socket.terminate();
      isAlive = false;
      this.socket.ping();
    }, pingInterval);
    this.cleanups.push(() => clearInterval(timer));
  }

  /** Aborted when the connection is closed. */
  get leaving(): AbortSignal {
    return this.controller.signal;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Sends a message and resolves once it is on its way: whoever sends much is kept at the pace of the reader. */
  send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOpen) this.socket.send(text, () => resolve());
      else resolve();
    });
  }

  /** Gives up a client that asks on and on and does not read. */
  cutOffIfUnread(): void {
    if (this.socket.bufferedAmount > unreadLimit) this.socket.terminate();
  }

  /** Begins operations in the order of their messages: what comes after a subscription finds it listening. */
  inTurn<Result>(begin: () => Promise<Result>): Promise<Result> {
    const begun = this.starts.then(begin);
    this.starts = begun.catch(() => undefined);
    return begun;
  }

  /** Ends the stream with the connection, if it has not ended by itself. */
  hold(stream: SubscriptionStream): void {
    this.streams.add(stream);
    void stream.ended.then(() => this.streams.delete(stream));
    if (!this.isOpen) this.letGo();
  }

  /** Calls `cleanUp` when the connection is closed, at once when it is already. */
  onClose(cleanUp: () => void): void {
    this.cleanups.push(cleanUp);
    if (!this.isOpen) this.letGo();
  }

  private letGo(): void {
    for (const cleanUp of this.cleanups.splice(0)) cleanUp();
    for (const stream of this.streams) void stream.return();
    this.streams.clear();
  }
}
