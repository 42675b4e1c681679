import type { Config } from '../config';
import type { Logger } from '../logging';
import { AppleTransport } from './apple-transport';
import { LogTransport } from './log-transport';
import { ObservedTransport } from './observed-transport';
import { PushEndpoints } from './push-endpoints';
import type { PushTransport } from './push-transport';
import { SeveralTransports } from './several-transports';
import { WebPushTransport } from './web-push-transport';
import { WebhookTransport } from './webhook-transport';

type Way = Config['push'][number];

function open(way: Way, config: Config, log: Logger): PushTransport {
  switch (way.transport) {
    case 'log':
      return new LogTransport(log);
    case 'webhook':
      return new WebhookTransport(way);
    case 'apns':
      return new AppleTransport(way);
    case 'webpush':
      return new WebPushTransport(way, new PushEndpoints(config.WEB_PUSH_ORIGINS));
  }
}

/** The transports for notifications selected in the settings. */
export const openPushTransport = (config: Config, log: Logger): PushTransport =>
  new SeveralTransports(
    config.push.map((way) => new ObservedTransport(way.transport, open(way, config, log))),
  );
