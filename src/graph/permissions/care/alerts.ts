import type { IRules } from 'graphql-shield';
import {
  anyUserThemselves,
  check,
  partOfParent,
  relatedToAccount,
  trustedServer,
  trustedServerOn,
} from '../rules';

interface Pair {
  followedId?: string;
  followerId: string;
}

const readPair = (args: Record<string, unknown>) => (args.input ?? args) as unknown as Pair;

const followedAccount = (args: Record<string, unknown>): string => String(args.followedId);

/**
 * Alerts are configured by the follower, or by a trusted server on their behalf, only while the followed person lets
 * them follow. Other permissions do not count, and nobody follows themselves. Without the followed account, it only
 * checks whether the caller may act for the follower.
 */
const mayConfigure = check(
  async (context, args) => {
    const { caller, services } = context;
    const { followedId, followerId } = readPair(args);
    const speaksForFollower =
      caller.kind === 'server' || (caller.kind === 'user' && caller.userId === followerId);
    if (!speaksForFollower || followedId === undefined) return speaksForFollower;
    const question = { ownerId: followedId, userId: followerId };
    return (await context.load(services.sharing.effectivePermissions, question)).has('follow');
  },
  (args) => readPair(args).followedId ?? null,
  { sufficient: ['follow'] },
);

/**
 * Notifications belong to the caller, whomever they are about. A question about a person who shares nothing with the
 * caller is not recorded: it finds at most notifications from earlier, which the caller got then.
 */
const mayReadNotifications = check(
  ({ caller }) => caller.kind === 'user',
  async (args, _parent, context) => {
    const followedId = followedAccount(args);
    return (await context.permissionsOn(followedId)).size > 0 ? followedId : null;
  },
);

const knowsFollowed = relatedToAccount<{ followedId: string }>((_args, { followedId }) => followedId);

/** The edges to each kind of alert. */
const kinds = {
  urgentLow: partOfParent,
  low: partOfParent,
  high: partOfParent,
  notLooping: partOfParent,
  noCommunication: partOfParent,
};

/** Alert configurations and notifications. */
export const alertsRules: IRules = {
  Query: {
    alertsConfig: mayConfigure,
    alertsConfigsAbout: trustedServerOn(followedAccount),
    alertsConfigsOfFollowers: trustedServerOn(followedAccount),
    alertNotifications: mayReadNotifications,
    overdueCommunications: trustedServer,
  },
  Mutation: { configureAlerts: mayConfigure, deleteAlertsConfig: mayConfigure },
  Subscription: { alertNotification: anyUserThemselves },
  AlertsConfigPayload: { alertsConfig: partOfParent },
  AlertSettings: kinds,
  AlertsConfig: {
    ...kinds,
    activity: partOfParent,
    followed: knowsFollowed,
    follower: relatedToAccount<{ followerId: string }>((_args, { followerId }) => followerId),
  },
  AlertNotification: { followed: knowsFollowed },
  AlertsActivity: kinds,
  AlertNotificationConnection: { edges: partOfParent, pageInfo: partOfParent },
  AlertNotificationEdge: { node: partOfParent },
  AlertsConfigConnection: { edges: partOfParent, pageInfo: partOfParent },
  AlertsConfigEdge: { node: partOfParent },
  ThresholdAlert: { threshold: partOfParent },
  RepeatedAlert: { threshold: partOfParent },
};
