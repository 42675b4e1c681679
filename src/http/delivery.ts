import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** What becomes of the answer to a request. */
export class Delivery {
  /** True once the sender is gone before the answer. What a network loses later nobody can see here. */
  isLost = false;
  /** Resolves when the answer is sent, or the connection gone. */
  readonly over: Promise<void>;

  constructor(response: ServerResponse) {
    const { socket } = response;
    const note = () => {
      this.isLost ||= !response.writableFinished;
    };
    // Node ends a connection together with its sender, so an answer that is not written by then is lost.
    if (socket?.readableEnded) note();
    else socket?.once('end', note);
    this.over = new Promise((resolve) => {
      const end = () => {
        note();
        socket?.removeListener('end', note);
        resolve();
      };
      if (response.closed) end();
      else response.once('close', end);
    });
  }

  /** Looks at the connection: what has happened to it shows once the event loop has been all around. */
  async look(): Promise<void> {
    await turn();
    await turn();
  }
}
