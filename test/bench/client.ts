import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

/** A response: the length of the body in bytes, and the body itself on request. */
interface Answer {
  headers: NodeJS.Dict<string | string[]>;
  length: number;
  text: string;
}

export interface Call {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Counts the bytes of the response and drops them. */
  discard?: boolean;
}

/** Milliseconds after which a request without an answer counts as failed, so that a benchmark always ends. */
const timeout = 60_000;

/** An HTTP client with minimal overhead: connections are kept, bodies are not parsed. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, timeout });

  constructor(private readonly baseUrl: string) {}

  /** Throws on every status except 200 and 201, and when there is no answer. */
  send(path: string, { method = 'GET', headers, body, discard = false }: Call = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.baseUrl}${path}`,
        { method, headers, agent: this.agent },
        (incoming) => {
          const chunks: Buffer[] = [];
          let length = 0;
          incoming.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (!discard) chunks.push(chunk);
          });
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (incoming.statusCode === 200 || incoming.statusCode === 201) {
              resolve({ headers: incoming.headers, length, text });
            } else reject(new Error(`${method} ${path} answered ${incoming.statusCode}: ${text}`));
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} got no answer.`)));
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
