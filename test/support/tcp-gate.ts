import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to another service that a test can block: the service itself keeps running with its state. */
export interface TcpGate {
  port: number;
  /** Forwards everything, including held-up data. A gate starts open. */
  open(): void;
  /** Cuts every connection at once, including new ones. */
  shut(): void;
  /** Holds up all data: connections stay open, new ones are accepted, and nothing passes. */
  stall(): void;
  /**
   * Cuts a connection instead of passing the reply to a statement on, once an earlier one has been sent over the same
   * connection. Resolves when that has happened.
   */
  loseReply(to: RegExp, after: RegExp): Promise<void>;
  /** Whether any data is held up. */
  readonly isHolding: boolean;
  close(): Promise<void>;
}

/** Opens a gate on a free port of the loopback interface, to a port behind it. */
export async function openGate(portBehind: number): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  /** Direction of data. */
  const ways = new Map<Socket, Socket>();
  let watchSent: ((near: Socket, far: Socket, sent: string) => void) | undefined;
  let state: 'open' | 'shut' | 'stalled' = 'open';
  const watch = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      ways.delete(socket);
    });
  };
  const server = createServer((near) => {
    if (state === 'shut') {
      near.on('error', () => undefined);
      near.resetAndDestroy();
      return;
    }
    const far = connect(portBehind, '127.0.0.1');
    near.on('data', (sent: Buffer) => watchSent?.(near, far, sent.toString('latin1')));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      watch(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.once('close', () => other.destroy());
      ways.set(one, other);
      if (state === 'open') one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    open() {
      if (state === 'stalled') for (const [one, other] of ways) one.pipe(other);
      state = 'open';
    },
    shut() {
      state = 'shut';
      cutAll();
    },
    stall() {
      if (state === 'open') for (const [one, other] of ways) one.unpipe(other).pause();
      state = 'stalled';
    },
    loseReply(to, after) {
      const begun = new WeakSet<Socket>();
      return new Promise((resolve) => {
        watchSent = (near, far, sent) => {
          if (after.test(sent)) begun.add(near);
          if (!begun.has(near) || !to.test(sent)) return;
          watchSent = undefined;
          far.unpipe(near);
          far.once('data', () => {
            near.resetAndDestroy();
            resolve();
          });
          far.resume();
        };
      });
    },
    get isHolding() {
      return state === 'stalled' && [...ways.keys()].some(({ readableLength }) => readableLength > 0);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
  };
}

/** The same URL, through a gate. */
export function throughGate(address: string, gate: TcpGate): string {
  const url = new URL(address);
  url.port = String(gate.port);
  return url.href;
}
