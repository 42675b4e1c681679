import { Args, Ctx, Query, Resolver, Root, Subscription } from 'type-graphql';
import { alertEvents, type AlertNotified } from '../../../src/care/alerts/alert-events';
import { newestFirst } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import {
  AlertNotification,
  AlertNotificationArguments,
  AlertNotificationConnection,
  toAlertNotification,
  usualNotifications,
} from './alert-notifications.types';
import type { PageArguments } from '../../page-arguments';
import { keyedPage, pageComplexity, type Cost } from '../../paging';
import { listensTo, Since } from '../../subscribe';

/** Notifications to followers. */
@Resolver()
export class AlertNotificationsResolver {
  @Query(() => AlertNotificationConnection, {
    description:
      'Notifications to the caller about a person, newest first. Undelivered ones are shown as long as the caller may follow.',
    complexity: (cost: Cost<PageArguments>) => pageComplexity(cost, usualNotifications),
  })
  async alertNotifications(
    @Ctx() context: RequestContext,
    @Args(() => AlertNotificationArguments) { followedId, ...page }: AlertNotificationArguments,
  ): Promise<AlertNotificationConnection> {
    const { callerId: recipientId, services } = context;
    const withUndelivered = (await context.permissionsOn(followedId)).has('follow');
    return keyedPage(
      { field: 'Query.alertNotifications', of: `${recipientId} ${followedId}`, order: newestFirst },
      page,
      (part) => services.alertNotifications.page({ recipientId, followedId, withUndelivered, ...part }),
      toAlertNotification,
      usualNotifications,
    );
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
