import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';

/** The response of a server. */
export interface AppleAnswer {
  status: number;
  body: string;
}

const largestAnswer = 4_096;

/**
 * An HTTP/2 connection to a push service, opened on demand and kept: Apple treats frequent new connections as an
 * attack.
 */
export class AppleConnection {
  private session: ClientHttp2Session | undefined;

  constructor(private readonly url: string) {}

  /** Posts a body. Throws if there is no response within `timeout` milliseconds. */
  post(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    timeout: number,
  ): Promise<AppleAnswer> {
    return new Promise((resolve, reject) => {
      const stream = this.open().request({
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: path,
        'content-type': 'application/json',
        ...headers,
      });
      let status = 0;
      let text = '';
      const timer = setTimeout(() => {
        reject(new Error('Timeout.'));
        // A connection that does not respond is not reused.
        this.drop();
      }, timeout);
      stream.setEncoding('utf8');
      stream.on('response', (answer: IncomingHttpHeaders & { ':status'?: number }) => {
        status = answer[':status'] ?? 0;
      });
      stream.on('data', (piece: string) => {
        if (text.length < largestAnswer) text += piece;
      });
      stream.on('error', reject);
      stream.on('close', () => {
        clearTimeout(timer);
        if (status === 0) reject(new Error('The connection was closed.'));
        else resolve({ status, body: text });
      });
      stream.end(body);
    });
  }

  private open(): ClientHttp2Session {
    if (this.session && !this.session.closed && !this.session.destroyed) return this.session;
    const session = connect(this.url);
    const forget = () => {
      if (this.session === session) this.session = undefined;
    };
    // Requests in progress on it fail by themselves.
    session.on('error', forget);
    session.on('goaway', forget);
    session.on('close', forget);
    session.unref();
    this.session = session;
    return session;
  }

  private drop(): void {
    this.session?.destroy();
    this.session = undefined;
  }

  close(): void {
    this.drop();
  }
}
