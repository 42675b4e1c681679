import type { IRules } from 'graphql-shield';
import type { RecordMetricsEventInput } from '../../../resolvers/metrics';
import { unauthenticated } from '../../errors';
import { check } from './rules';

/**
 * Events about an account come from anybody, unless a token was sent that is not accepted; those of the caller need a
 * user, those of a server a trusted server. The wrong kind of token is no token here.
 */
const mayReport = check(({ caller }, args) => {
  const { kind } = args.input as RecordMetricsEventInput;
  const accepted = {
    user: caller.kind !== 'anonymous' || !caller.refused,
    thisuser: caller.kind === 'user',
    server: caller.kind === 'server',
  };
  if (!accepted[kind]) throw unauthenticated();
  return true;
});

/** Events of metrics. */
export const metricsRules: IRules = { Mutation: { recordMetricsEvent: mayReport } };
