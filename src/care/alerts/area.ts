import type { RecentReadingsService } from '../../records/data/recent-readings.service';
import type { DeviceTokenService } from '../../records/device-tokens/device-token.service';
import type { WebPushService } from '../../records/device-tokens/web-push.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { PushTransport } from '../../platform/push/push-transport';
import type { SharingService } from '../../identity/sharing/sharing.service';
import { AlertDelivery } from './alert-delivery';
import { AlertEvaluator } from './alert-evaluator';
import { AlertNotificationEntity } from './alert-notification.entity';
import { AlertNotificationService } from './alert-notification.service';
import { AlertWatchEntity } from './alert-watch.entity';
import { AlertWatches } from './alert-watches';
import { AlertWorker } from './alert-worker';
import { AlertsConfigEntity } from './alerts-config.entity';
import { AlertsService } from './alerts.service';
import { SilencePoll } from './silence-poll';
import { silenceTask } from './silence-task';
import { UploadReceiptEntity } from './upload-receipt.entity';
import { UploadReceiptsService } from './upload-receipts.service';

interface Needs extends Base {
  deviceTokens: DeviceTokenService;
  events: EventService;
  pushTransport: PushTransport;
  recentReadings: RecentReadingsService;
  sharing: SharingService;
  webPush: WebPushService;
}

/** Alerts for followers. */
export const alertsArea = defineArea({
  name: 'alerts',
  entities: [AlertsConfigEntity, AlertNotificationEntity, AlertWatchEntity, UploadReceiptEntity],
  create({ config, database, ...services }: Needs) {
    const watches = new AlertWatches(database);
    const alerts = new AlertsService(database, watches);
    const receipts = new UploadReceiptsService(database, watches);
    const notifications = new AlertNotificationService(database, config.ALERT_NOTIFICATION_TTL * 1000);
    const parts = { ...services, database, alerts, notifications, receipts, watches };
    const evaluator = new AlertEvaluator({
      ...parts,
      readings: services.recentReadings,
      delivery: new AlertDelivery({ ...parts, devices: services, transport: services.pushTransport }),
      brand: config.alertBrand,
    });
    return {
      alerts,
      firstAlerts: alerts,
      alertNotifications: notifications,
      alertWorker: new AlertWorker(watches, evaluator, services.log),
      silencePoll: new SilencePoll(watches, evaluator),
      uploadListener: receipts,
      uploadReceipts: receipts,
    };
  },
  forgets: ({ alertNotifications, alerts, uploadReceipts }) => ({
    alerts: ({ userId }) => alerts.forgetAccount(userId),
    alertNotifications: ({ userId }) => alertNotifications.forgetAccount(userId),
    uploadReceipts: ({ userId }) => uploadReceipts.forgetAccount(userId),
  }),
  tasks: ({ config, silencePoll }) => [silenceTask(`${config.NAME_PREFIX}.carepartner`, silencePoll)],
  purges: ({ alertNotifications }) => ({ alerts: alertNotifications }),
  background: ({ alertWorker }) => [alertWorker],
});
