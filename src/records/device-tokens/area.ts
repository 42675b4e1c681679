import { defineArea, type Base } from '../../platform/composition/area';
import { PushEndpoints } from '../../platform/push/push-endpoints';
import { DeviceCheckService } from './device-check.service';
import { DeviceTokenEntity } from './device-token.entity';
import { DeviceTokenService } from './device-token.service';
import { WebPushSubscriptionEntity } from './web-push-subscription.entity';
import { WebPushService } from './web-push.service';

/** Phones and browsers registered for notifications. */
export const deviceTokensArea = defineArea({
  name: 'device-tokens',
  entities: [DeviceTokenEntity, WebPushSubscriptionEntity],
  create({ config, database }: Base) {
    const { push, DEVICE_CHECK_URL, deviceCheckKey, WEB_PUSH_ORIGINS } = config;
    const publicKey = push.find((way) => way.transport === 'webpush')?.publicKey ?? null;
    return {
      deviceTokens: new DeviceTokenService(database),
      webPush: new WebPushService(database, new PushEndpoints(WEB_PUSH_ORIGINS), publicKey),
      deviceChecks: new DeviceCheckService({ url: DEVICE_CHECK_URL, key: deviceCheckKey }),
    };
  },
  forgets: ({ deviceTokens, webPush }) => ({
    deviceTokens: ({ userId }) => deviceTokens.forgetAccount(userId),
    webPush: ({ userId }) => webPush.forgetAccount(userId),
  }),
  endsGiven: ({ deviceTokens, webPush }) => ({
    deviceTokens: (taken) => deviceTokens.endGiven(taken),
    webPush: (taken) => webPush.endGiven(taken),
  }),
});
