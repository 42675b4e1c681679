import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import type { DeviceTokenService } from '../../records/device-tokens/device-token.service';
import type { WebPushService } from '../../records/device-tokens/web-push.service';
import type { EventService } from '../../platform/events/event.service';
import type { Logger } from '../../platform/logging';
import type { PushNotification, PushOutcome, PushTransport } from '../../platform/push/push-transport';
import { tracedAlone } from '../../platform/telemetry/tracing';
import type { SharingService } from '../../identity/sharing/sharing.service';
import { alertEvents } from './alert-events';
import { afterSending } from './alert-kinds';
import type { AlertNotificationEntity } from './alert-notification.entity';
import type { AlertNotificationService } from './alert-notification.service';
import type { AlertWatches, HeldWatch } from './alert-watches';

/** Milliseconds before each retry of a failed delivery; after the last one it is given up. */
export const retryDelays = [0, 1_000, 2_000, 3_000, 5_000];

/** Milliseconds. A notification that could not be delivered by then is out of date. */
const lifetime = 15 * 60_000;

export interface DeliveryParts {
  database: Database;
  watches: AlertWatches;
  notifications: AlertNotificationService;
  sharing: SharingService;
  devices: { deviceTokens: DeviceTokenService; webPush: WebPushService };
  events: EventService;
  transport: PushTransport;
  log: Logger;
}

/** Delivers what the evaluation has found: once, and only to followers with permission at that moment. */
export class AlertDelivery {
  constructor(private readonly parts: DeliveryParts) {}

  /** Delivers the pending notification of a row, whose lease the caller holds, and ends the lease. */
  async deliver(watch: HeldWatch): Promise<void> {
    const [notification] = await this.parts.notifications.findMany([watch.pendingId ?? '']);
    const describe = () => ({
      name: 'alert delivery',
      attributes: { 'glycograph.alert.notification': watch.pendingId ?? '' },
    });
    // Evaluations put uploads of many requests together, so a delivery is linked to an upload, and no part of its trace.
    await tracedAlone(describe, [notification?.traceParent ?? null], () =>
      this.deliverPending(watch, notification ?? null),
    );
  }

  private async deliverPending(
    watch: HeldWatch,
    notification: AlertNotificationEntity | null,
  ): Promise<void> {
    const { watches } = this.parts;
    // If the lease is lost, its new holder delivers the notification; that of a deleted configuration is dropped.
    if (!(await watches.renew(watch))) return;
    if (!notification) return this.forget(watch);
    const refusal = await this.findRefusal(notification);
    if (refusal !== null) return this.giveUp(watch, notification, refusal);
    const result = await this.send(notification);
    if (result.isDelivered) return this.confirm(watch, notification);
    const delay = result.isLasting ? undefined : retryDelays[watch.attempts];
    if (delay === undefined) return this.giveUp(watch, notification, result.error);
    await this.putOff(watch, notification, result.error, delay);
  }

  /** Sends to all devices of the recipient, and removes those that are gone. */
  private async send(notification: AlertNotificationEntity): Promise<PushOutcome> {
    const { devices, transport } = this.parts;
    const { recipientId } = notification;
    const [[phones = []], [browsers = []]] = await Promise.all([
      devices.deviceTokens.ofAccounts([recipientId]),
      devices.webPush.ofAccounts([recipientId]),
    ]);
    const result = await transport.send(toPush(notification), { phones, browsers });
    await devices.webPush.remove(recipientId, result.goneBrowsers ?? []);
    return result;
  }

  /** Why the notification must not be sent; null if it may be. */
  private async findRefusal({ recipientId, followedId, createdTime }: AlertNotificationEntity) {
    if (now() - createdTime > lifetime) return 'It could not be delivered in time.';
    const question = { ownerId: followedId, userId: recipientId };
    const [held] = await this.parts.sharing.effectivePermissions([question]);
    return held?.has('follow') ? null : 'The recipient may not follow any more.';
  }

  private async confirm(watch: HeldWatch, { id, recipientId, kind }: AlertNotificationEntity): Promise<void> {
    const { database, watches, notifications, events } = this.parts;
    await database.transaction(async (manager) => {
      await notifications.confirm(manager, id);
      const activity = afterSending(watch.activity, kind, now());
      await watches.settle(manager, watch, { activity, pendingId: null });
      events.publish(manager, alertEvents(recipientId), { notificationId: id });
    });
  }

  /** If an expired lease was taken over, its new holder records the outcome; a late failure is ignored. */
  private async putOff(
    watch: HeldWatch,
    { id }: AlertNotificationEntity,
    error: string,
    delay: number,
  ): Promise<void> {
    const { database, watches, notifications } = this.parts;
    await database.transaction(async (manager) => {
      if (await watches.postpone(manager, watch, delay)) await notifications.fail(manager, id, error);
    });
  }

  private async giveUp(
    watch: HeldWatch,
    { id, kind }: AlertNotificationEntity,
    error: string,
  ): Promise<void> {
    const { database, watches, notifications, log } = this.parts;
    log.warn({ notification: id, kind, reason: error }, 'a notification was dropped');
    await database.transaction(async (manager) => {
      const isHeld = await watches.settle(manager, watch, { pendingId: null });
      if (isHeld) await notifications.fail(manager, id, error);
    });
  }

  private async forget(watch: HeldWatch): Promise<void> {
    const { database, watches } = this.parts;
    await database.transaction((manager) => watches.settle(manager, watch, { pendingId: null }));
  }
}

const toPush = (notification: AlertNotificationEntity): PushNotification => {
  const { id, recipientId, followedId, kind, message, createdTime } = notification;
  const expiresTime = createdTime + lifetime;
  return { id, recipientId, followedUserId: followedId, kind, message, createdTime, expiresTime };
};
