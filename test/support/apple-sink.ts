import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A notification sent to a phone. */
export interface Push {
  /** The phone's token as bytes, read as text. */
  device: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** A stub of Apple's push service. */
export interface AppleSink {
  url: string;
  pushes: Push[];
  /** Number of opened connections. */
  sessions: ServerHttp2Session[];
  /** Responses by phone token: a status and a reason; 200 by default. */
  answers: Record<string, [status: number, reason?: string]>;
  close(): void;
}

/** Starts a push service on a free port of the loopback interface. */
export async function openAppleSink(): Promise<AppleSink> {
  const server = createServer();
  const sink: AppleSink = {
    url: '',
    pushes: [],
    sessions: [],
    answers: {},
    close: () => {
      for (const session of sink.sessions) session.destroy();
      server.close();
    },
  };
  server.on('session', (session) => sink.sessions.push(session));
  server.on('stream', (stream, headers) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      const device = Buffer.from(headers[':path']?.split('/').at(-1) ?? '', 'hex').toString();
      sink.pushes.push({ device, headers, body: JSON.parse(Buffer.concat(pieces).toString()) });
      const [status, reason] = sink.answers[device] ?? [200];
      stream.respond({ ':status': status });
      stream.end(reason === undefined ? '' : JSON.stringify({ reason }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return sink;
}
