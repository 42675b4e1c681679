import type { AlertsService } from './alerts.service';
import type { AlertNotificationService } from './alert-notification.service';
import { AlertDelivery } from './alert-delivery';
import { AlertEvaluator } from './alert-evaluator';
import { AlertWorker } from './alert-worker';
import type { AlertWatches } from './alert-watches';
import type { RecentReadingsService } from '../data/recent-readings.service';
import type { Database } from '../database/database';
import type { DeviceTokenService } from '../device-tokens/device-token.service';
import type { EventService } from '../events/event.service';
import type { Logger } from '../logging';
import type { PushTransport } from '../push/push-transport';
import type { SharingService } from '../sharing/sharing.service';
import { SilencePoll } from './silence-poll';
import type { UploadReceiptsService } from './upload-receipts.service';

interface Dependencies {
  database: Database;
  alerts: AlertsService;
  alertNotifications: AlertNotificationService;
  alertWatches: AlertWatches;
  uploadReceipts: UploadReceiptsService;
  recentReadings: RecentReadingsService;
  sharing: SharingService;
  deviceTokens: DeviceTokenService;
  events: EventService;
  config: { alertBrand: string };
  transport: PushTransport;
  log: Logger;
}

/** What evaluates alerts beside the requests. */
export function createAlertParts(dependencies: Dependencies) {
  const { alertWatches: watches, alertNotifications: notifications, log } = dependencies;
  const delivery = new AlertDelivery({ ...dependencies, watches, notifications });
  const evaluator = new AlertEvaluator({
    ...dependencies,
    watches,
    notifications,
    delivery,
    receipts: dependencies.uploadReceipts,
    readings: dependencies.recentReadings,
    brand: dependencies.config.alertBrand,
  });
  return { worker: new AlertWorker(watches, evaluator, log), silence: new SilencePoll(watches, evaluator) };
}
