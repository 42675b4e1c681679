import { defineArea, keepsNothing, type Base } from '../composition/area';
import { openPushTransport } from './open-push-transport';

/** Push notifications to phones, browsers and webhooks. */
export const pushArea = defineArea({
  name: 'push',
  create: ({ config, log }: Base) => ({ pushTransport: openPushTransport(config, log) }),
  forgets: keepsNothing,
  close: ({ pushTransport }) => pushTransport.close(),
});
