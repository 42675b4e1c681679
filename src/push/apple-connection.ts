import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';

/** What a server has answered. */
export interface AppleAnswer {
  status: number;
  body: string;
}

const largestAnswer = 4_096;

/** One HTTP/2 connection to a push service, opened when it is needed and kept: Apple takes frequent new ones for an attack. */
export class AppleConnection {
  private session: ClientHttp2Session | undefined;

  constructor(private readonly url: string) {}

  /** Posts a body. Throws when there is no answer within `patience` milliseconds. */
  post(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    patience: number,
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
        reject(new Error('No answer in time.'));
        // A connection that does not answer is not used again.
        this.drop();
      }, patience);
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
    // What is under way on it fails by itself.
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
