import type { AccountService } from '../../identity/accounts/account.service';
import type { RecordReader } from '../data/record-reader.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ContentStore } from '../../platform/storage/content-store';
import type { TaskService } from '../../platform/tasks/task.service';
import { exportTask } from './export-task';
import { ExportService } from './export.service';
import { RequestedExportEntity } from './requested-export.entity';
import { RequestedExportService } from './requested-export.service';

interface Needs extends Base {
  accounts: AccountService;
  contentStore: ContentStore;
  events: EventService;
  outbox: OutboxService;
  records: RecordReader;
  tasks: TaskService;
}

const taskType = (prefix: string): string => `${prefix}.export`;

/** Data as files, directly or in the background. */
export const exportsArea = defineArea({
  name: 'exports',
  entities: [RequestedExportEntity],
  create(services: Needs) {
    const { EXPORT_BRAND, EXPORT_TIMEOUT, EXPORT_TTL, NAME_PREFIX } = services.config;
    return {
      exports: new ExportService(services.records.aside(), {
        brand: EXPORT_BRAND,
        stallTimeout: EXPORT_TIMEOUT * 1000,
      }),
      requestedExports: new RequestedExportService(services, {
        lifetime: EXPORT_TTL * 1000,
        taskType: taskType(NAME_PREFIX),
      }),
    };
  },
  forgets: ({ requestedExports }) => ({
    requestedExports: ({ userId }) => requestedExports.forgetAccount(userId),
  }),
  tasks: (services) => [exportTask(taskType(services.config.NAME_PREFIX), services)],
  purges: ({ requestedExports }) => ({ exports: requestedExports }),
  content: ({ requestedExports }) => [requestedExports],
});
