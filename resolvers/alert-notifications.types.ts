import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AlertKind } from '../src/alerts/alert-kinds';
import type { AlertNotificationEntity } from '../src/alerts/alert-notification.entity';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

export const AlertKindName: Record<string, AlertKind> = {
  URGENT_LOW: 'urgentLow',
  LOW: 'low',
  HIGH: 'high',
  NOT_LOOPING: 'notLooping',
  NO_COMMUNICATION: 'noCommunication',
};

registerEnumType(AlertKindName, {
  name: 'AlertKind',
  description: 'What an alert is about.',
  valuesConfig: {
    URGENT_LOW: { description: 'Glucose is dangerously low.' },
    LOW: { description: 'Glucose is low.' },
    HIGH: { description: 'Glucose is high.' },
    NOT_LOOPING: { description: 'The insulin pump is not controlled any more.' },
    NO_COMMUNICATION: { description: 'Nothing arrives any more.' },
  },
});

@ObjectType({ description: 'Something that a follower was told.' })
export class AlertNotification {
  @Field(() => ID, { description: 'Id of the notification.' })
  id!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  followedId!: string;

  @Field(() => AlertKindName, { description: 'What it is about.' })
  kind!: AlertKind;

  @Field({ description: 'What the follower was told.' })
  message!: string;

  @Field(() => DateTime, { description: 'When it was found.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was delivered; absent until it is.' })
  deliveredTime!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was not delivered when that was last tried; absent when nothing went wrong.',
  })
  error!: string | null;
}

/** A notification as the graph shows it. */
export const toAlertNotification = (notification: AlertNotificationEntity): AlertNotification => {
  const { id, followedId, kind, message, createdTime, deliveredTime, error } = notification;
  const own = { id, followedId, kind, message, createdTime, deliveredTime, error };
  return Object.assign(new AlertNotification(), own);
};

@ObjectType({ description: 'A notification and its place in the list.' })
export class AlertNotificationEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field(() => AlertNotification, { description: 'The notification.' })
  node!: AlertNotification;
}

@ObjectType({ description: 'A page of notifications, newest first.' })
export class AlertNotificationConnection {
  @Field(() => [AlertNotificationEdge], { description: 'The notifications of the page.' })
  edges!: AlertNotificationEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AlertNotificationArguments {
  @Field(() => ID, { description: 'The account that they are about.' })
  followedId!: string;

  @Field(() => Int, { description: 'How many notifications at most, up to 1,000.', defaultValue: 100 })
  first!: number;

  @Field({ nullable: true, description: 'Only what comes behind this place.' })
  after?: string;
}
