import { Args, Ctx, Query, Resolver, Root, Subscription } from 'type-graphql';
import { z } from 'zod';
import { alertEvents, type AlertNotified } from '../src/alerts/alert-events';
import { badInput } from '../src/errors';
import { RequestContext } from '../src/request/request-context';
import {
  AlertNotification,
  AlertNotificationArguments,
  AlertNotificationConnection,
  toAlertNotification,
} from './alert-notifications.types';
import { fromCursor, toCursor } from './data/cursor';
import { pageComplexity } from './paging';
import { listensTo, Since } from './subscribe';

const largestPage = 1_000;

/** The place of a notification in a list: instant of its creation, id. */
const notificationPlace = z.tuple([z.int(), z.uuid()]);

/** What followers are told. */
@Resolver()
export class AlertNotificationsResolver {
  @Query(() => AlertNotificationConnection, {
    description:
      'What the caller was told about somebody, newest first. What could not be delivered shows while the caller may follow.',
    complexity: pageComplexity,
  })
  async alertNotifications(
    @Ctx() context: RequestContext,
    @Args(() => AlertNotificationArguments) { followedId, first, after }: AlertNotificationArguments,
  ): Promise<AlertNotificationConnection> {
    if (first < 0 || first > largestPage)
      throw badInput(`The argument "first" lies between 0 and ${largestPage}.`);
    const place = after === undefined ? undefined : fromCursor(after, notificationPlace);
    const found = await context.services.alertNotifications.page({
      recipientId: context.callerId,
      followedId,
      withUndelivered: (await context.permissionsOn(followedId)).has('follow'),
      size: first + 1,
      after: place,
    });
    const edges = found.slice(0, first).map((notification) => ({
      cursor: toCursor(notification.createdTime, notification.id),
      node: toAlertNotification(notification),
    }));
    const pageInfo = {
      hasNextPage: found.length > first,
      hasPreviousPage: place !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    };
    return { edges, pageInfo };
  }

  @Subscription(() => AlertNotification, {
    nullable: true,
    description:
      'What the caller is told about those whom they follow; absent when the account is gone by then.',
    subscribe: listensTo((_args, context) => alertEvents(context.callerId)),
  })
  async alertNotification(
    @Root() { notificationId }: AlertNotified,
    @Ctx() context: RequestContext,
    @Since() _since?: string,
  ): Promise<AlertNotification | null> {
    const found = await context.load(context.services.alertNotifications.findMany, notificationId);
    return found && toAlertNotification(found);
  }
}
