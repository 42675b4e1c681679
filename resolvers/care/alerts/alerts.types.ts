import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type {
  AlertActivity as KnownActivity,
  AlertsActivity as KnownActivities,
} from '../../../src/care/alerts/alert-kinds';
import type { AlertsConfigEntity } from '../../../src/care/alerts/alerts-config.entity';
import { GlucoseField } from '../../records/data/glucose-field';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';
import { ownInUnits } from '../../records/data/in-units';
import { Changes } from '../../clearable';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, JsonObject } from '../../scalars';
import { AlertsInput } from './alert-inputs.types';

@ObjectType({ description: 'The threshold of a glucose alert.' })
export class AlertThreshold {
  @GlucoseField({
    stored: null,
    show: ownInUnits,
    description: 'The amount of glucose beyond which the alert fires.',
  })
  value!: number;

  @Field(() => GlucoseUnits, { description: 'The unit in which it was set.' })
  units!: GlucoseUnit;
}

@ObjectType({ description: 'An alert that fires at once, with every reading beyond the threshold.' })
export class ThresholdAlert {
  @Field({ description: 'Whether the alert is on.' })
  enabled!: boolean;

  @Field(() => AlertThreshold, { description: 'The amount of glucose beyond which the alert fires.' })
  threshold!: AlertThreshold;
}

@ObjectType({ description: 'An alert that fires once glucose has been beyond a threshold for a while.' })
export class RepeatedAlert extends ThresholdAlert {
  @Field(() => Int, { description: 'Minutes before it fires.' })
  delay!: number;

  @Field(() => Int, { description: 'Minutes before it fires again; 0 for never.' })
  repeat!: number;
}

@ObjectType({ description: 'An alert that fires after a period without an event.' })
export class SilenceAlert {
  @Field({ description: 'Whether the alert is on.' })
  enabled!: boolean;

  @Field(() => Int, { description: 'Minutes before it fires.' })
  delay!: number;
}

@ObjectType({ description: 'Alerts by kind; absent until configured.' })
export class AlertSettings {
  @Field(() => ThresholdAlert, { nullable: true, description: 'Glucose is dangerously low.' })
  urgentLow?: ThresholdAlert;

  @Field(() => RepeatedAlert, { nullable: true, description: 'Glucose is low.' })
  low?: RepeatedAlert;

  @Field(() => RepeatedAlert, { nullable: true, description: 'Glucose is high.' })
  high?: RepeatedAlert;

  @Field(() => SilenceAlert, { nullable: true, description: 'Closed-loop dosing has stopped.' })
  notLooping?: SilenceAlert;

  @Field(() => SilenceAlert, { nullable: true, description: 'No data arrives.' })
  noCommunication?: SilenceAlert;
}

@ObjectType({ description: 'The alert settings of a follower.' })
export class AlertsConfig extends AlertSettings {
  @Field(() => ID, { description: 'Id of the followed account.' })
  followedId!: string;

  @Field(() => ID, { description: 'Id of the follower’s account.' })
  followerId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the data set that the alerts apply to; absent for all data sets.',
  })
  dataSetId!: string | null;
}

@ObjectType({ description: 'History of one kind of alert.' })
export class AlertActivity {
  @Field(() => DateTime, { nullable: true, description: 'When it last began; absent if it never has.' })
  triggeredTime!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the follower was last notified; absent if never.',
  })
  sentTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'When it last ended; absent if it never has.' })
  resolvedTime!: number | null;
}

@ObjectType({ description: 'History of each kind of alert; absent until one has fired.' })
export class AlertsActivity {
  @Field(() => AlertActivity, { nullable: true, description: 'Glucose is dangerously low.' })
  urgentLow?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'Glucose is low.' })
  low?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'Glucose is high.' })
  high?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'Closed-loop dosing has stopped.' })
  notLooping?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'No data arrives.' })
  noCommunication?: AlertActivity;
}

const toActivity = ({ triggered, sent, resolved }: KnownActivity): AlertActivity => ({
  triggeredTime: triggered ?? null,
  sentTime: sent ?? null,
  resolvedTime: resolved ?? null,
});

/** Maps the activity of a configuration to its GraphQL type. */
export const toAlertsActivity = (activities: KnownActivities): AlertsActivity =>
  Object.fromEntries(Object.entries(activities).map(([kind, activity]) => [kind, toActivity(activity)]));

@ObjectType({ description: 'An open data set that has stopped receiving data.' })
export class OverdueCommunication {
  @Field(() => ID, { description: 'Id of the account that owns the data set.' })
  userId!: string;

  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => DateTime, { description: 'When data last arrived.' })
  lastReceivedTime!: number;
}

/** Maps a configuration to its GraphQL type. */
export const toAlertsConfig = ({ sections, ...config }: AlertsConfigEntity): AlertsConfig =>
  Object.assign(new AlertsConfig(), config, sections);

@ObjectType({ description: 'The alert settings of a follower and their cursor.' })
export class AlertsConfigEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => AlertsConfig, { description: 'The alert settings.' })
  node!: AlertsConfig;
}

@ObjectType({ description: 'A page of alert settings, by the ids of the followers.' })
export class AlertsConfigConnection {
  @Field(() => [AlertsConfigEdge], { description: 'The alert settings of the page.' })
  edges!: AlertsConfigEdge[];

  @Field(() => PageInfo, { description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class FollowersArguments extends pageArguments('followers') {
  @Field(() => ID, { description: 'Id of the followed account.' })
  followedId!: string;
}

@InputType({ description: 'New alert settings of a follower.' })
export class ConfigureAlertsInput {
  @Field(() => ID, { description: 'Id of the followed account.' })
  followedId!: string;

  @Field(() => ID, { description: 'Id of the follower’s account.' })
  followerId!: string;

  @Changes()
  @Field(() => AlertsInput, {
    nullable: true,
    description:
      'The new settings. Each kind replaces its settings; the others stay. To turn a kind off, set `enabled: false`; null is refused.',
  })
  alerts?: AlertsInput;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The new settings as the body of the REST route; only without `alerts`.',
    deprecationReason: 'Use `alerts`, which is typed.',
  })
  config?: object;
}

@InputType({ description: 'The follower and the followed account whose alert configuration to delete.' })
export class DeleteAlertsConfigInput {
  @Field(() => ID, { description: 'Id of the followed account.' })
  followedId!: string;

  @Field(() => ID, { description: 'Id of the follower’s account.' })
  followerId!: string;
}

@ObjectType({ description: 'Result of changing an alert configuration.' })
export class AlertsConfigPayload {
  @Field(() => AlertsConfig, { description: 'The complete configuration after the change.' })
  alertsConfig!: AlertsConfig;
}
