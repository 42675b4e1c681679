import { once } from 'node:events';
import { type Agent, request, type IncomingHttpHeaders } from 'node:http';

/** What came back, byte for byte. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The connection had served a request before. */
  connectionWasReused: boolean;
  /** Our end of the connection, which tells one from another. */
  localPort: number | undefined;
}

interface RawRequest {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: Buffer | string;
  agent?: Agent;
}

/**
 * Sends a request that `fetch` would not send as it is: with the exact path, with repeated headers, on a connection of
 * one's own. Nothing of the answer is decoded.
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
