import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { AlertKind } from '../../../src/care/alerts/alert-kinds';
import type { AlertNotificationEntity } from '../../../src/care/alerts/alert-notification.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

/** The size of a page of notifications when none is given. */
export const usualNotifications = 100;

export const AlertKindName: Record<string, AlertKind> = {
  URGENT_LOW: 'urgentLow',
  LOW: 'low',
  HIGH: 'high',
  NOT_LOOPING: 'notLooping',
  NO_COMMUNICATION: 'noCommunication',
};

registerEnumType(AlertKindName, {
  name: 'AlertKind',
  description: 'The kind of an alert.',
  valuesConfig: {
    URGENT_LOW: { description: 'Glucose is dangerously low.' },
    LOW: { description: 'Glucose is low.' },
    HIGH: { description: 'Glucose is high.' },
    NOT_LOOPING: { description: 'Closed-loop dosing has stopped.' },
    NO_COMMUNICATION: { description: 'No data arrives.' },
  },
});

@ObjectType({ description: 'A notification to a follower.' })
export class AlertNotification {
  @Field(() => ID, { description: 'Id of the notification.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the followed account.' })
  followedId!: string;

  @Field(() => AlertKindName, { description: 'The kind of alert.' })
  kind!: AlertKind;

  @Field({ description: 'The text of the notification.' })
  message!: string;

  @Field(() => DateTime, { description: 'When the alert was detected.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was delivered; absent until then.' })
  deliveredTime!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error of the last failed delivery attempt; absent if there was none.',
  })
  error!: string | null;
}

/** Maps a notification to its GraphQL type. */
export const toAlertNotification = (notification: AlertNotificationEntity): AlertNotification => {
  const { id, followedId, kind, message, createdTime, deliveredTime, error } = notification;
  const own = { id, followedId, kind, message, createdTime, deliveredTime, error };
  return Object.assign(new AlertNotification(), own);
};

@ObjectType({ description: 'A notification and its cursor.' })
export class AlertNotificationEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => AlertNotification, { description: 'The notification.' })
  node!: AlertNotification;
}

@ObjectType({ description: 'A page of notifications, newest first.' })
export class AlertNotificationConnection {
  @Field(() => [AlertNotificationEdge], { description: 'The notifications of the page.' })
  edges!: AlertNotificationEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AlertNotificationArguments extends pageArguments('notifications', usualNotifications) {
  @Field(() => ID, { description: 'Only notifications about this account.' })
  followedId!: string;
}
