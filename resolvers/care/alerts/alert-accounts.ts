import { accountEdges } from '../../identity/auth/account-edge';
import { AlertNotification } from './alert-notifications.types';
import { AlertsConfig } from './alerts.types';

const followed = {
  accountOf: ({ followedId }: { followedId: string }) => followedId,
  description: 'The followed person.',
};

/** The two people of alert settings. */
export const AlertsConfigAccounts = accountEdges(AlertsConfig, {
  followed,
  follower: {
    accountOf: ({ followerId }: AlertsConfig) => followerId,
    description: 'The person who is notified.',
  },
});

/** The person whom a notification is about. */
export const AlertNotificationAccounts = accountEdges(AlertNotification, { followed });
