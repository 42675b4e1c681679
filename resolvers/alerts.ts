import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { checkAlertsConfig } from '../src/alerts/alerts-config';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import {
  AlertsConfig,
  AlertsConfigPayload,
  ConfigureAlertsInput,
  DeleteAlertsConfigInput,
  toAlertsConfig,
} from './alerts.types';

/** Which alerts people get about those whom they follow. */
@Resolver()
export class AlertsResolver {
  @Query(() => AlertsConfig, {
    nullable: true,
    description: 'Which alerts somebody gets about whom they follow; absent until any were configured.',
  })
  async alertsConfig(
    @Ctx() context: RequestContext,
    @Arg('followedId', () => ID, { description: 'The account that the alerts are about.' })
    followedId: string,
    @Arg('followerId', () => ID, { description: 'The account that gets them.' }) followerId: string,
  ): Promise<AlertsConfig | null> {
    const found = await context.load(context.services.alerts.findMany, { followedId, followerId });
    return found && toAlertsConfig(found);
  }

  @Mutation(() => AlertsConfigPayload, {
    description: 'Configures alerts. A section replaces that section, the others stay.',
  })
  async configureAlerts(
    @Ctx() { services }: RequestContext,
    @Arg('input') { followedId, followerId, config }: ConfigureAlertsInput,
  ): Promise<AlertsConfigPayload> {
    const wanted = checkAlertsConfig(config, '/config');
    return { alertsConfig: toAlertsConfig(await services.alerts.upsert({ followedId, followerId }, wanted)) };
  }

  @Mutation(() => DonePayload, { description: 'Deletes a configuration of alerts; there may be none.' })
  async deleteAlertsConfig(
    @Ctx() { services }: RequestContext,
    @Arg('input') pair: DeleteAlertsConfigInput,
  ): Promise<DonePayload> {
    await services.alerts.remove(pair);
    return { done: true };
  }

  /** The configuration within a body, checked before anybody is asked whether they may follow. Throws as it does. */
  static checked(body: unknown): Record<string, unknown> {
    return checkAlertsConfig(body);
  }
}
