import { MetricsEventEntity } from '../../../../src/records/metrics/metrics-event.entity';
import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

const day = 86_400_000;

const event = (eventName: string, days: number): MetricsEventEntity => ({
  receivedTime: Date.now() - days * day,
  ...{ id: eventName, kind: 'server', subjectHash: '0123456789', eventName, attributes: {} },
});

/** Names of the events that a purge leaves of those with some ages in days. */
async function eventsLeft(ages: number[], env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const own: OwnApp = await startOwnApp(env);
  try {
    await own.database.insert(
      MetricsEventEntity,
      ages.map((age) => event(`${age} days`, age)),
    );
    await own.app.services.metrics.purge(() => false);
    const { body } = await api(own.server).graph('{ metricEvents { edges { node { eventName } } } }', {
      token: await newServerToken(own.server),
    });
    return body.data.metricEvents.edges.map(({ node }: Json) => node.eventName);
  } finally {
    await own.close();
  }
}

describe('metrics events', () => {
  it('are kept for two years', async () => {
    expect(await eventsLeft([1, 729, 731])).toEqual(['1 days', '729 days']);
  });

  it('are kept as long as the setting says', async () => {
    const ages = [0.9, ...Array.from({ length: 1_001 }, (_, index) => 2 + index)];
    expect(await eventsLeft(ages, { METRICS_RETENTION: '86400' })).toEqual(['0.9 days']);
  });
});
