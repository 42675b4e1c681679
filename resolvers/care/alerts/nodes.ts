import { nodeType, uuid } from '../../node-type';
import { toAlertNotification, type AlertNotification } from './alert-notifications.types';
import { toAlertsConfig, type AlertsConfig } from './alerts.types';

/** Alert settings, named by whom they are about and whom they alert, and the caller's own notifications. */
export const alertNodes = [
  nodeType<AlertsConfig>({
    type: 'AlertsConfig',
    key: ({ followedId, followerId }) => [followedId, followerId],
    load: async (context, followedId, followerId) => {
      const found = await context.load(context.services.alerts.findMany, { followedId, followerId });
      return found && toAlertsConfig(found);
    },
    way: ({ followedId, followerId }) => ({
      type: 'Query',
      field: 'alertsConfig',
      args: { followedId, followerId },
    }),
  }),
  nodeType<AlertNotification>({
    type: 'AlertNotification',
    ownId: uuid,
    load: async (context, id) => {
      const found = await context.load(context.services.alertNotifications.findMany, id);
      if (!found || found.recipientId !== context.personId) return null;
      const isShown =
        found.deliveredTime !== null || (await context.permissionsOn(found.followedId)).has('follow');
      return isShown ? toAlertNotification(found) : null;
    },
    way: ({ followedId }) => ({ type: 'Query', field: 'alertNotifications', args: { followedId } }),
  }),
];
