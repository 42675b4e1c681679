/** The connection to health record systems. */
export interface EhrTransport {
  /** Sends a message. Throws when the receiver does not accept it; it is then sent again under the same id. */
  send(id: string, content: object): Promise<void>;
}

interface Receiver {
  url: string;
  /** Sent as `Authorization: Bearer`; no header if absent. */
  token: string | undefined;
}

/** Timeout in milliseconds. */
const timeout = 10_000;

/** Posts messages as JSON. */
export class HttpEhrTransport implements EhrTransport {
  constructor(private readonly receiver: Receiver) {}

  async send(id: string, content: object): Promise<void> {
    const { url, token } = this.receiver;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(timeout),
      redirect: 'manual',
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The receiver of messages answered ${answer.status}.`);
  }
}
