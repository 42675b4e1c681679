import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type {
  AlertActivity as KnownActivity,
  AlertsActivity as KnownActivities,
} from '../src/alerts/alert-kinds';
import type { AlertsConfigEntity } from '../src/alerts/alerts-config.entity';
import { DateTime, JsonObject } from './scalars';

@ObjectType({ description: 'Where an alert about glucose begins.' })
export class AlertThreshold {
  @Field(() => Float, { description: 'The value, in the units beside it.' })
  value!: number;

  @Field({ description: '`mg/dL` or `mmol/L`.' })
  units!: string;
}

@ObjectType({ description: 'An alert that comes at once, with every reading that is beyond a threshold.' })
export class ThresholdAlert {
  @Field({ description: 'The alert is on.' })
  enabled!: boolean;

  @Field(() => AlertThreshold, { description: 'Where it begins.' })
  threshold!: AlertThreshold;
}

@ObjectType({ description: 'An alert that comes once glucose has been beyond a threshold for a while.' })
export class RepeatedAlert extends ThresholdAlert {
  @Field(() => Int, { description: 'Minutes until it comes.' })
  delay!: number;

  @Field(() => Int, { description: 'Minutes until it comes again; 0: it does not.' })
  repeat!: number;
}

@ObjectType({ description: 'An alert that comes once nothing has happened for a while.' })
export class SilenceAlert {
  @Field({ description: 'The alert is on.' })
  enabled!: boolean;

  @Field(() => Int, { description: 'Minutes until it comes.' })
  delay!: number;
}

@ObjectType({ description: 'Which alerts somebody gets about whom they follow.' })
export class AlertsConfig {
  @Field(() => ID, { description: 'The account that the alerts are about.' })
  followedId!: string;

  @Field(() => ID, { description: 'The account that gets them.' })
  followerId!: string;

  @Field(() => ID, { nullable: true, description: 'The data set that they are about; absent for all.' })
  dataSetId!: string | null;

  @Field(() => ThresholdAlert, { nullable: true, description: 'Glucose is dangerously low.' })
  urgentLow?: ThresholdAlert;

  @Field(() => RepeatedAlert, { nullable: true, description: 'Glucose is low.' })
  low?: RepeatedAlert;

  @Field(() => RepeatedAlert, { nullable: true, description: 'Glucose is high.' })
  high?: RepeatedAlert;

  @Field(() => SilenceAlert, { nullable: true, description: 'The insulin pump is not controlled any more.' })
  notLooping?: SilenceAlert;

  @Field(() => SilenceAlert, { nullable: true, description: 'Nothing arrives any more.' })
  noCommunication?: SilenceAlert;
}

@ObjectType({ description: 'What has become of one kind of alert.' })
export class AlertActivity {
  @Field(() => DateTime, { nullable: true, description: 'When it last began; absent until it does.' })
  triggeredTime!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the follower was last told; absent until then.',
  })
  sentTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was last over; absent until it is.' })
  resolvedTime!: number | null;
}

@ObjectType({ description: 'What has become of each kind of alert; absent until something has.' })
export class AlertsActivity {
  @Field(() => AlertActivity, { nullable: true, description: 'Glucose is dangerously low.' })
  urgentLow?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'Glucose is low.' })
  low?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'Glucose is high.' })
  high?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'The insulin pump is not controlled any more.' })
  notLooping?: AlertActivity;

  @Field(() => AlertActivity, { nullable: true, description: 'Nothing arrives any more.' })
  noCommunication?: AlertActivity;
}

const toActivity = ({ triggered, sent, resolved }: KnownActivity): AlertActivity => ({
  triggeredTime: triggered ?? null,
  sentTime: sent ?? null,
  resolvedTime: resolved ?? null,
});

/** The activity of a configuration as the graph shows it. */
export const toAlertsActivity = (activities: KnownActivities): AlertsActivity =>
  Object.fromEntries(Object.entries(activities).map(([kind, activity]) => [kind, toActivity(activity)]));

@ObjectType({ description: 'A data set that data are expected from and do not come.' })
export class OverdueCommunication {
  @Field(() => ID, { description: 'The account of the data set.' })
  userId!: string;

  @Field(() => ID, { description: 'The data set.' })
  dataSetId!: string;

  @Field(() => DateTime, { description: 'When data last arrived.' })
  lastReceivedTime!: number;
}

/** A configuration as the graph shows it. */
export const toAlertsConfig = ({ sections, ...config }: AlertsConfigEntity): AlertsConfig =>
  Object.assign(new AlertsConfig(), config, sections);

@InputType({ description: 'Which alerts somebody wants about whom they follow.' })
export class ConfigureAlertsInput {
  @Field(() => ID, { description: 'The account that the alerts are about.' })
  followedId!: string;

  @Field(() => ID, { description: 'The account that gets them.' })
  followerId!: string;

  @Field(() => JsonObject, {
    description:
      'Sections `urgentLow`, `low`, `high`, `notLooping`, `noCommunication`: each replaces that section, the others stay.',
  })
  config!: object;
}

@InputType({ description: 'Whose alerts about whom end.' })
export class DeleteAlertsConfigInput {
  @Field(() => ID, { description: 'The account that the alerts are about.' })
  followedId!: string;

  @Field(() => ID, { description: 'The account that gets them.' })
  followerId!: string;
}

@ObjectType({ description: 'A configuration of alerts after a change.' })
export class AlertsConfigPayload {
  @Field(() => AlertsConfig, { description: 'All that is configured now.' })
  alertsConfig!: AlertsConfig;
}
