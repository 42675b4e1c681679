import type { IRules } from 'graphql-shield';
import { check, partOfParent } from './rules';

interface Pair {
  followedId?: string;
  followerId: string;
}

/**
 * Alerts are configured by whoever gets them, or by a trusted server in their place, and only while the followed
 * person lets them follow; nothing else that they hold counts, and nobody follows themselves. Asked without the
 * followed account, it is only whether somebody may speak for the follower.
 */
const mayConfigure = check(async (context, args) => {
  const { caller, services } = context;
  const { followedId, followerId } = (args.input ?? args) as unknown as Pair;
  const speaksForFollower =
    caller.kind === 'server' || (caller.kind === 'user' && caller.userId === followerId);
  if (!speaksForFollower || followedId === undefined) return speaksForFollower;
  const question = { ownerId: followedId, userId: followerId };
  return (await context.load(services.sharing.effectivePermissions, question)).has('follow');
});

/** Configurations of alerts. */
export const alertsRules: IRules = {
  Query: { alertsConfig: mayConfigure },
  Mutation: { configureAlerts: mayConfigure, deleteAlertsConfig: mayConfigure },
  AlertsConfigPayload: { alertsConfig: partOfParent },
  AlertsConfig: {
    urgentLow: partOfParent,
    low: partOfParent,
    high: partOfParent,
    notLooping: partOfParent,
    noCommunication: partOfParent,
  },
  ThresholdAlert: { threshold: partOfParent },
  RepeatedAlert: { threshold: partOfParent },
};
