import type { RequestHandler } from 'express';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Per connection, callbacks to run when its sender shows by another request that the responses have arrived. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** Notes that a sender keeps using its connection. */
export const noteNextRequest: RequestHandler = (request, _response, next) => {
  for (const hasArrived of waiting.get(request.socket) ?? []) hasArrived();
  next();
};

/** The fate of the response to a request. */
export class Delivery {
  /**
   * True if the sender disconnected before the response, or the connection broke before the sender closed it or sent
   * its next request. Silent network losses cannot be detected here.
   */
  isLost = false;
  /** Resolves when the response has been sent or is lost. */
  readonly over: Promise<void>;
  /** Resolves when `isLost` is final. */
  readonly known: Promise<void>;

  constructor(response: ServerResponse) {
    this.over = this.watchLeaving(response);
    this.known = this.over.then(() => (this.isLost ? undefined : this.watchArriving(response.req.socket)));
  }

  /** Checks the connection: changes show only after a full turn of the event loop. */
  async look(): Promise<void> {
    await turn();
    await turn();
  }

  private watchLeaving(response: ServerResponse): Promise<void> {
    // A response queued behind an earlier one of the connection has no socket yet.
    const { socket } = response.req;
    const note = () => {
      this.isLost ||= !response.writableFinished;
    };
    // Node closes a connection when its sender does, so a response not written by then is lost.
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

  /** Resolves when the sender has closed its connection or sent more over it, or when the connection is gone. */
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
