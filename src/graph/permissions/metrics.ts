import type { IRules } from 'graphql-shield';
import type { RecordMetricsEventInput } from '../../../resolvers/metrics';
import { unauthenticated } from '../../errors';
import { check, partOfParent, trustedServer } from './rules';

/**
 * Events about an account come from anybody, unless a token was sent that is not accepted; those of the caller need a
 * user, those of a server a trusted server, or the fixed token of the settings. The wrong kind of token is no token here.
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

/** Events of metrics. */
export const metricsRules: IRules = {
  Query: { metricEvents: trustedServer },
  Mutation: { recordMetricsEvent: mayReport },
  MetricEventConnection: { edges: partOfParent, pageInfo: partOfParent },
  MetricEventEdge: { node: partOfParent },
};
