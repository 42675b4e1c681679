import type { Config } from '../config';
import type { Database } from '../database/database';
import { PushEndpoints } from '../push/push-endpoints';
import { DeviceTokenService } from './device-token.service';
import { WebPushService } from './web-push.service';

/** What keeps where phones and browsers of people are told something. */
export function createDeviceParts(database: Database, { push, WEB_PUSH_ORIGINS }: Config) {
  const webPush = push.find((way) => way.transport === 'webpush');
  return {
    deviceTokens: new DeviceTokenService(database),
    webPush: new WebPushService(database, new PushEndpoints(WEB_PUSH_ORIGINS), webPush?.publicKey ?? null),
  };
}
