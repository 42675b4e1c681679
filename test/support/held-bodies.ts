import { once } from 'node:events';
import { request } from 'node:http';
import { api, tokenHeader, type Json } from './api';
import type { ServerUnderTest } from './server';
import { waitFor } from './wait-until';

/** A request whose body has begun to arrive. */
export interface HeldRequest {
  /** Sends the rest of the body, and returns the response. */
  finish(): Promise<{ status: number; body: Json }>;
}

interface HeldBody {
  token: string;
  /** Sent as JSON, unless it is bytes. */
  body: unknown;
  headers?: Record<string, string>;
}

const ofConnection = { 'Transfer-Encoding': 'chunked', Connection: 'close' };

/** Begins a request; the server has identified its sender when this resolves. */
export async function holdBody(
  server: ServerUnderTest,
  method: string,
  path: string,
  { token, body, headers }: HeldBody,
): Promise<HeldRequest> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(` ${JSON.stringify(body)}`);
  const outgoing = request(server.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', [tokenHeader]: token, ...headers, ...ofConnection },
  });
  const response = once(outgoing, 'response');
  // A refusal may come before the rest of the body.
  outgoing.on('error', () => undefined);
  outgoing.write(bytes.subarray(0, 1));
  // Later requests are processed later, and these take as long.
  for (let count = 0; count < 3; count += 1) await api(server).get('/auth/user', { token });
  return {
    async finish() {
      outgoing.end(bytes.subarray(1));
      const [incoming] = await response;
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      return { status: incoming.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
  };
}

/** Waits for so long that a body that arrives now does not count as one that came at once. */
export async function untilLate(): Promise<void> {
  const begun = performance.now();
  await waitFor('some time to pass', () => performance.now() - begun > 300 || undefined);
}
