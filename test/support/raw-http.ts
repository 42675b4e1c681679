import { once } from 'node:events';
import { type Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A response, byte for byte. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the connection had served a request before. */
  connectionWasReused: boolean;
  /** Local end of the connection, which identifies it. */
  localPort: number | undefined;
}

interface RawRequest {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: Buffer | string;
  agent?: Agent;
}

/**
 * Sends a request that `fetch` cannot send: with the exact path, repeated headers, or its own connection. The response
 * is not decoded.
 */
export async function rawRequest(
  baseUrl: string,
  path: string,
  options: RawRequest = {},
): Promise<RawAnswer> {
  const { method = 'GET', headers, body, agent } = options;
  const { hostname, port } = new URL(baseUrl);
  const outgoing = request({ hostname, port, path, method, headers, agent });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  const { localPort } = incoming.socket;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
    connectionWasReused: outgoing.reusedSocket,
    localPort,
  };
}
