import type { IRules } from 'graphql-shield';
import type { RecordMetricsEventInput } from '../../../../resolvers/records/metrics/metrics';
import { unauthenticated } from '../../../platform/errors';
import { check, partOfParent, trustedServer } from '../rules';

/**
 * Events about an account need no token, but an invalid one is refused. Events of the caller need a user; those of a
 * server need a trusted server or the configured metrics token. A token of the wrong kind counts as none.
 */
const mayReport = check(({ caller }, args) => {
  const { kind } = args.input as RecordMetricsEventInput;
  const isServer =
    caller.kind === 'server' || (caller.kind === 'anonymous' && caller.reportsMetrics === true);
  const accepted = {
    user: caller.kind === 'user' || isServer || (caller.kind === 'anonymous' && !caller.refused),
    thisuser: caller.kind === 'user',
    server: isServer,
  };
  if (!accepted[kind]) throw unauthenticated();
  return true;
});

/** Metrics events. */
export const metricsRules: IRules = {
  Query: { metricEvents: trustedServer },
  Mutation: { recordMetricsEvent: mayReport },
  MetricEventConnection: { edges: partOfParent, pageInfo: partOfParent },
  MetricEventEdge: { node: partOfParent },
};
