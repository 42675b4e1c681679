import { MetricsResolver } from '../../../resolvers/records/metrics/metrics';
import { metricsRules } from '../../../src/graph/permissions/records/metrics';
import { metricsRoutes } from './metrics';
import type { Surface } from '../../surface';

/** Usage metrics reported by apps. */
export const metricsSurface: Surface = {
  name: 'metrics',
  resolvers: [MetricsResolver],
  rules: [metricsRules],
  routes: metricsRoutes,
};
