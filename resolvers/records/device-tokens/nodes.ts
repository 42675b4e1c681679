import { nodeType } from '../../node-type';
import type { WebPushSubscription } from './web-push.types';

/** Browsers that receive push messages for the caller. */
export const deviceTokenNodes = [
  nodeType<WebPushSubscription>({
    type: 'WebPushSubscription',
    ownId: /^[0-9a-f]{64}$/,
    load: async (context, id) => {
      const { personId, services } = context;
      if (personId === null) return null;
      const own = await context.load(services.webPush.ofAccounts, personId);
      return own.find((browser) => browser.id === id) ?? null;
    },
    way: (_browser, { personId }) => ({
      type: 'User',
      field: 'webPushSubscriptions',
      parent: { id: personId },
    }),
  }),
];
