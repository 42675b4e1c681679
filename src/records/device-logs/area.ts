import { defineArea, type Base } from '../../platform/composition/area';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ContentStore } from '../../platform/storage/content-store';
import { DeviceLogEntity } from './device-log.entity';
import { DeviceLogService } from './device-log.service';

interface Needs extends Base {
  contentStore: ContentStore;
  idempotency: IdempotencyService;
  outbox: OutboxService;
}

/** Logs of apps and devices. */
export const deviceLogsArea = defineArea({
  name: 'device-logs',
  entities: [DeviceLogEntity],
  create: ({ contentStore, database, idempotency, outbox }: Needs) => ({
    deviceLogs: new DeviceLogService(database, contentStore, outbox, idempotency),
  }),
  forgets: ({ deviceLogs }) => ({ deviceLogs: ({ userId }) => deviceLogs.deleteAll(userId) }),
  content: ({ deviceLogs }) => [deviceLogs],
});
