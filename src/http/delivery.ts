import type { RequestHandler } from 'express';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Of each connection, what is to be done when its sender shows by another request that the answers have arrived. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** Takes note that a sender goes on over its connection. */
export const noteNextRequest: RequestHandler = (request, _response, next) => {
  for (const hasArrived of waiting.get(request.socket) ?? []) hasArrived();
  next();
};

/** What becomes of the answer to a request. */
export class Delivery {
  /**
   * True once the sender is gone before the answer, or the connection has broken before the sender ended it or sent its
   * next request. What a network swallows without a sign nobody can see here.
   */
  isLost = false;
  /** Resolves when the answer has left, or is lost. */
  readonly over: Promise<void>;
  /** Resolves when `isLost` says it for good. */
  readonly known: Promise<void>;

  constructor(response: ServerResponse) {
    this.over = this.watchLeaving(response);
    this.known = this.over.then(() => (this.isLost ? undefined : this.watchArriving(response.req.socket)));
  }

  /** Looks at the connection: what has happened to it shows once the event loop has been all around. */
  async look(): Promise<void> {
    await turn();
    await turn();
  }

  private watchLeaving(response: ServerResponse): Promise<void> {
    // An answer that waits for an earlier one of the connection has no socket yet.
    const { socket } = response.req;
    const note = () => {
      this.isLost ||= !response.writableFinished;
    };
    // Node ends a connection together with its sender, so an answer that is not written by then is lost.
    if (socket.readableEnded) note();
    return new Promise((resolve) => {
      const end = () => {
        note();
        socket.off('end', note).off('close', end);
        response.off('close', end);
        resolve();
      };
      if (response.closed || socket.closed) return end();
      socket.once('end', note).once('close', end);
      response.once('close', end);
    });
  }

  /** Resolves when the sender has closed its connection or sent more over it, or the connection is gone. */
  private watchArriving(socket: Socket): Promise<void> {
    const { bytesRead } = socket;
    return new Promise((resolve) => {
      const others = waiting.get(socket) ?? new Set();
      const end = () => {
        socket.off('end', end).off('close', close);
        others.delete(end);
        resolve();
      };
      const close = (hasFailed: boolean) => {
        this.isLost = hasFailed && socket.bytesRead === bytesRead;
        end();
      };
      if (socket.readableEnded) return end();
      if (socket.closed) return close(socket.errored !== null);
      waiting.set(socket, others.add(end));
      socket.once('end', end).once('close', close);
    });
  }
}
