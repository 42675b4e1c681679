import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RequestContext } from '../../request/request-context';
import type { SubscriptionStream } from './subscription-stream';

/** Maximum number of unread bytes before a client is disconnected. */
const unreadLimit = 4 * 1024 * 1024;

/** Milliseconds. A client that has not answered a ping by the next one is gone. */
const pingInterval = 15_000;

/** An open WebSocket: its caller and its operations. */
export class Connection {
  /** The caller, once the first message was accepted. */
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
    // A malformed or oversized message; the library closes the connection with the right code.
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

  /** Sends a message and resolves once it is on its way, so that senders keep the pace of the reader. */
  send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOpen) this.socket.send(text, () => resolve());
      else resolve();
    });
  }

  /** Disconnects a client that keeps sending requests without reading. */
  cutOffIfUnread(): void {
    if (this.socket.bufferedAmount > unreadLimit) this.socket.terminate();
  }

  /** Starts operations in the order of their messages: an operation after a subscription finds it listening. */
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

  /** Calls `cleanUp` when the connection is closed, or at once if it already is. */
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
