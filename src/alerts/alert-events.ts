import { topic } from '../events/topic';

/** A notification was delivered. */
export interface AlertNotified {
  notificationId: string;
}

/** What a follower is told. */
export const alertEvents = topic<AlertNotified>('alert');
