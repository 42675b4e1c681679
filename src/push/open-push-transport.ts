import type { Config } from '../config';
import type { Logger } from '../logging';
import { AppleTransport } from './apple-transport';
import { LogTransport } from './log-transport';
import type { PushTransport } from './push-transport';
import { WebhookTransport } from './webhook-transport';

/** The way out for notifications that the settings name. */
export function openPushTransport({ push }: Config, log: Logger): PushTransport {
  switch (push.transport) {
    case 'log':
      return new LogTransport(log);
    case 'webhook':
      return new WebhookTransport(push);
    case 'apns':
      return new AppleTransport(push);
  }
}
