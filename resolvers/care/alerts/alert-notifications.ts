import { Args, Ctx, Query, Resolver, Root, Subscription } from 'type-graphql';
import { z } from 'zod';
import { alertEvents, type AlertNotified } from '../../../src/care/alerts/alert-events';
import { badInput } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import {
  AlertNotification,
  AlertNotificationArguments,
  AlertNotificationConnection,
  toAlertNotification,
} from './alert-notifications.types';
import { fromCursor, toCursor } from '../../records/data/cursor';
import { pageComplexity } from '../../paging';
import { listensTo, Since } from '../../subscribe';

const largestPage = 1_000;

/** The position of a notification in a list: time of creation, id. */
const notificationPlace = z.tuple([z.int(), z.uuid()]);

/** Notifications to followers. */
@Resolver()
export class AlertNotificationsResolver {
  @Query(() => AlertNotificationConnection, {
    description:
      'Notifications to the caller about a person, newest first. Undelivered ones are shown as long as the caller may follow.',
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
      'Emits notifications about the people whom the caller follows. Absent if the account has been deleted in the meantime.',
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
