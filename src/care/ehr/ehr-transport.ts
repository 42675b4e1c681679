/** The way to health record systems. */
export interface EhrTransport {
  /** Hands a message over. Throws when the receiver does not take it: it is sent again then, under the same id. */
  send(id: string, content: object): Promise<void>;
}

interface Receiver {
  url: string;
  /** Shown to the receiver as `Authorization: Bearer`; nothing is when absent. */
  token: string | undefined;
}

/** Milliseconds that a receiver may take. */
const patience = 10_000;

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
      signal: AbortSignal.timeout(patience),
      redirect: 'manual',
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The receiver of messages answered ${answer.status}.`);
  }
}
