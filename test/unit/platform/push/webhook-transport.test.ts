import { createHmac } from 'node:crypto';
import { WebhookTransport } from '../../../../src/platform/push/webhook-transport';
import { openWebhookSink, type WebhookSink } from '../../../support/webhook-sink';

let sink: WebhookSink;

const now = Date.parse('2024-05-06T12:00:00Z');
const notification = {
  id: '3c9a1f0e-5b7d-4c2a-9e8f-0a1b2c3d4e5f',
  recipientId: '0123456789',
  followedUserId: 'abcdefabcd',
  kind: 'low',
  message: 'Glucose reading below low threshold',
  createdTime: now,
  expiresTime: now + 900_000,
};

beforeEach(async () => {
  sink = await openWebhookSink();
});

afterEach(() => sink.close());

describe('a notification for a webhook', () => {
  it('is sent with its id and a signature', async () => {
    const transport = new WebhookTransport({ url: sink.url, secret: 'secret' });
    expect(await transport.send(notification)).toEqual({ isDelivered: true });
    const [hook] = sink.hooks;
    expect(hook?.body).toEqual({
      ...notification,
      createdTime: '2024-05-06T12:00:00.000Z',
      expiresTime: '2024-05-06T12:15:00.000Z',
    });
    const signature = createHmac('sha256', 'secret')
      .update(hook?.text ?? '')
      .digest('hex');
    expect(hook?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': notification.id,
      'x-signature-256': `sha256=${signature}`,
    });
  });

  it('is not signed without a secret', async () => {
    await new WebhookTransport({ url: sink.url }).send(notification);
    expect(sink.hooks[0]?.headers).not.toHaveProperty('x-signature-256');
  });

  it.each([
    [200, true, undefined],
    [302, false, true],
    [400, false, true],
    [408, false, false],
    [429, false, false],
    [500, false, false],
  ])('with response %d is delivered: %s', async (status, isDelivered, isLasting) => {
    sink.answerWith(() => status);
    const result = await new WebhookTransport({ url: sink.url }).send(notification);
    const failure = { isDelivered: false, error: `The webhook answered ${status}.`, isLasting };
    expect(result).toEqual(isDelivered ? { isDelivered } : failure);
  });

  it('fails temporarily if there is no response', async () => {
    const { url } = sink;
    await sink.close();
    const result = await new WebhookTransport({ url }).send(notification);
    expect(result).toEqual({ isDelivered: false, error: 'The webhook did not answer.', isLasting: false });
    sink = await openWebhookSink();
  });
});
