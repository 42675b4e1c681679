import { defineArea, keepsNothing, type Base } from '../composition/area';
import type { EventService } from '../events/event.service';
import type { Mailer } from '../mail/mailer';
import type { ContentStore } from '../storage/content-store';
import { backendChecks } from './backend-checks';
import { databaseChecks } from './database-checks';
import { Readiness } from './readiness';
import { WriteProbeEntity } from './write-probe.entity';

interface Needs extends Base {
  contentStore: ContentStore;
  events: EventService;
  mailer: Mailer;
}

/** Health checks of the process. */
export const healthArea = defineArea({
  name: 'health',
  entities: [WriteProbeEntity],
  create(services: Needs) {
    const { config, database, log } = services;
    const readiness = new Readiness(
      { limit: config.READY_TIMEOUT * 1000, required: config.READY_REQUIRES },
      log,
    );
    readiness.add(...databaseChecks(database), ...backendChecks(services, config.REDIS_URL !== undefined));
    return { readiness };
  },
  forgets: keepsNothing,
});
