import { nodeType } from '../../node-type';
import type { DeviceToken } from './device-tokens.types';
import type { WebPushSubscription } from './web-push.types';

/** Phones and browsers that receive push messages for the caller. */
export const deviceTokenNodes = [
  nodeType<DeviceToken>({
    type: 'DeviceToken',
    key: ({ userId, digest }) => [userId, digest],
    load: async (context, userId, digest) => {
      const phones = await context.load(context.services.deviceTokens.ofAccounts, userId);
      return phones.find((phone) => phone.digest === digest) ?? null;
    },
    way: ({ userId }) => ({ type: 'User', field: 'phones', parent: { id: userId } }),
  }),
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
