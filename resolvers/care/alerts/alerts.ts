import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { followersOrder } from '../../../src/care/alerts/alerts.service';
import { checkAlertsConfig } from '../../../src/care/alerts/alerts-config';
import { badInput } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { alertsIn } from './alert-inputs.types';
import {
  AlertsActivity,
  AlertsConfig,
  AlertsConfigConnection,
  AlertsConfigPayload,
  ConfigureAlertsInput,
  DeleteAlertsConfigInput,
  FollowersArguments,
  OverdueCommunication,
  toAlertsActivity,
  toAlertsConfig,
} from './alerts.types';
import { keyedPage, pageComplexity } from '../../paging';
import { globalId } from '../../global-id';
import { removed, RemovedPayload } from '../../removed-payload';

/** Maximum number of listed silent data sets. */
const mostOverdue = 10_000;

/** Alert configurations of followers. */
@Resolver(() => AlertsConfig)
export class AlertsResolver {
  @Query(() => AlertsConfig, {
    nullable: true,
    description: 'The alert settings of a follower; absent until configured.',
  })
  async alertsConfig(
    @Ctx() context: RequestContext,
    @Arg('followedId', () => ID, { description: 'Id of the followed account.' })
    followedId: string,
    @Arg('followerId', () => ID, { description: 'Id of the follower’s account.' }) followerId: string,
  ): Promise<AlertsConfig | null> {
    const found = await context.load(context.services.alerts.findMany, { followedId, followerId });
    return found && toAlertsConfig(found);
  }

  @Query(() => AlertsConfigConnection, {
    description:
      'The alert settings of the followers of an account, by the ids of the followers. For trusted servers.',
    complexity: pageComplexity,
  })
  alertsConfigsOfFollowers(
    @Ctx() { services }: RequestContext,
    @Args(() => FollowersArguments) { followedId, ...page }: FollowersArguments,
  ): Promise<AlertsConfigConnection> {
    return keyedPage(
      { field: 'Query.alertsConfigsOfFollowers', of: followedId, order: followersOrder },
      page,
      (part) => services.alerts.page(followedId, part),
      toAlertsConfig,
    );
  }

  @Query(() => [AlertsConfig], {
    description: 'The alert settings of all followers of an account. For trusted servers.',
    deprecationReason: 'Use `alertsConfigsOfFollowers`, which has pages.',
  })
  async alertsConfigsAbout(
    @Ctx() { services }: RequestContext,
    @Arg('followedId', () => ID, { description: 'Id of the followed account.' })
    followedId: string,
  ): Promise<AlertsConfig[]> {
    return (await services.alerts.about(followedId)).map(toAlertsConfig);
  }

  @Query(() => [OverdueCommunication], {
    description: `Open data sets without data for five minutes, longest silence first; at most ${mostOverdue}. For trusted servers.`,
  })
  async overdueCommunications(@Ctx() { services }: RequestContext): Promise<OverdueCommunication[]> {
    const found = await services.uploadReceipts.overdue(mostOverdue);
    return found.map(({ userId, uploadId, receivedTime }) => ({
      userId,
      dataSetId: uploadId,
      lastReceivedTime: receivedTime,
    }));
  }

  @FieldResolver(() => AlertsActivity, { description: 'When each kind of alert last fired and ended.' })
  async activity(
    @Root() { followedId, followerId }: AlertsConfig,
    @Ctx() context: RequestContext,
  ): Promise<AlertsActivity> {
    return toAlertsActivity(
      await context.load(context.services.alerts.activities, { followedId, followerId }),
    );
  }

  @Mutation(() => AlertsConfigPayload, {
    description: 'Configures alerts. Each section in the input replaces that section; the others stay.',
  })
  async configureAlerts(
    @Ctx() { services }: RequestContext,
    @Arg('input') { followedId, followerId, alerts, config }: ConfigureAlertsInput,
  ): Promise<AlertsConfigPayload> {
    const wanted = alertsIn({ alerts, json: config, jsonName: 'config' });
    if (!wanted) throw badInput('"alerts" is missing.');
    return { alertsConfig: toAlertsConfig(await services.alerts.upsert({ followedId, followerId }, wanted)) };
  }

  @Mutation(() => RemovedPayload, { description: 'Deletes an alert configuration, if there is one.' })
  async deleteAlertsConfig(
    @Ctx() { services }: RequestContext,
    @Arg('input') pair: DeleteAlertsConfigInput,
  ): Promise<RemovedPayload> {
    await services.alerts.remove(pair);
    return removed(globalId('AlertsConfig', [pair.followedId, pair.followerId]));
  }

  /** Parses the configuration in a body before permissions are checked. Throws when it is invalid. */
  static checked(body: unknown): Record<string, unknown> {
    return checkAlertsConfig(body);
  }
}
