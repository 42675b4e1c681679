import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import { findNetwork } from '../../platform/throttle/network';
import { asTheyAre, RowSpool } from '../../platform/write-behind/row-spool';
import { RowWriter } from '../../platform/write-behind/row-writer';
import { AnonymousEvents } from './anonymous-events';
import { MetricsEventEntity } from './metrics-event.entity';
import { MetricsService } from './metrics.service';

/** Usage events of apps. */
export const metricsArea = defineArea({
  name: 'metrics',
  entities: [MetricsEventEntity],
  create: ({ config, database }: Base) => ({
    metrics: new MetricsService(
      database,
      config.METRICS_SALT,
      config.METRICS_RETENTION * 1000,
      new AnonymousEvents(config.ANONYMOUS_METRICS_PER_MINUTE, findNetwork),
    ),
  }),
  // An event names nobody: it contains a salted digest.
  forgets: keepsNothing,
  purges: ({ metrics }) => ({ metrics }),
  background: ({ config, log, metrics }) => [
    new RowWriter(
      'metrics',
      metrics.waiting,
      metrics.store,
      new RowSpool(config.waitingRowsFolder, 'metrics', asTheyAre()),
      log,
    ),
  ],
});
