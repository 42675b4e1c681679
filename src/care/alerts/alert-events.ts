import { topic } from '../../platform/events/topic';

/** A notification was delivered. */
export interface AlertNotified {
  notificationId: string;
}

/** Kinds of alerts. */
export const alertEvents = topic<AlertNotified>('alert');
