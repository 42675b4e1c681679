import { createHmac } from 'node:crypto';
import { isoTime } from '../clock';
import {
  isPassingStatus,
  pushPatience,
  type PushNotification,
  type PushOutcome,
  type PushTransport,
} from './push-transport';

interface Webhook {
  url: string;
  /** Signs notifications; without it they are unsigned. */
  secret?: string;
}

/** Passes notifications to a server of the operator, which finds the phones itself. */
export class WebhookTransport implements PushTransport {
  constructor(private readonly webhook: Webhook) {}

  async send({ createdTime, expiresTime, ...notification }: PushNotification): Promise<PushOutcome> {
    const { url, secret } = this.webhook;
    const body = JSON.stringify({
      ...notification,
      createdTime: isoTime(createdTime),
      expiresTime: isoTime(expiresTime),
    });
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': notification.id,
      ...(secret !== undefined && {
        'X-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      }),
    };
    try {
      const signal = AbortSignal.timeout(pushPatience);
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await answer.body?.cancel();
      if (answer.ok) return { isDelivered: true };
      const error = `The webhook answered ${answer.status}.`;
      return { isDelivered: false, error, isLasting: !isPassingStatus(answer.status) };
    } catch {
      return { isDelivered: false, error: 'The webhook did not answer.', isLasting: false };
    }
  }

  close(): void {
    // Connections close by themselves.
  }
}
