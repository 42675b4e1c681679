import { once } from 'node:events';
import { WebSocket } from 'ws';

/** When each subscriber received a message, in milliseconds of this process's clock. */
export interface Subscribers {
  /** Calls `cause` and returns when each subscriber received the resulting message, and the last message. */
  after(cause: () => Promise<void>): Promise<{ caused: number; arrivals: number[]; message: string }>;
  close(): void;
}

/** Opens connections one after the other; `begin` subscribes each. */
export async function openSubscribers(
  url: string,
  protocol: string[],
  count: number,
  begin: (socket: WebSocket, index: number) => Promise<void>,
): Promise<Subscribers> {
  const sockets: WebSocket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = new WebSocket(url, protocol, { perMessageDeflate: false });
    await once(socket, 'open');
    await begin(socket, index);
    sockets.push(socket);
  }
  return {
    async after(cause) {
      let message = '';
      const coming = sockets.map(async (socket) => {
        const [data] = (await once(socket, 'message')) as [Buffer];
        const arrival = performance.now();
        message = data.toString();
        return arrival;
      });
      await cause();
      const caused = performance.now();
      return { caused, arrivals: await Promise.all(coming), message };
    },
    close: () => sockets.forEach((socket) => socket.terminate()),
  };
}
