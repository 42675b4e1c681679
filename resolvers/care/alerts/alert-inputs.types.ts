import { Field, Float, ID, InputType, Int } from 'type-graphql';
import { checkAlertsConfig, type AlertsConfig } from '../../../src/care/alerts/alerts-config';
import { badInput } from '../../../src/platform/errors';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';

@InputType({ description: 'The threshold of a glucose alert.' })
export class AlertThresholdInput {
  @Field(() => Float, { description: 'The value, up to 1000 mg/dL or 55 mmol/L.' })
  value!: number;

  @Field(() => GlucoseUnits, { description: 'The unit of the value.' })
  units!: GlucoseUnit;
}

@InputType({ description: 'An alert that fires at once, with every reading beyond the threshold.' })
export class ThresholdAlertInput {
  @Field({ description: 'Whether the alert is on.' })
  enabled!: boolean;

  @Field(() => AlertThresholdInput, { description: 'The amount of glucose beyond which the alert fires.' })
  threshold!: AlertThresholdInput;
}

@InputType({ description: 'An alert that fires once glucose has been beyond a threshold for a while.' })
export class RepeatedAlertInput extends ThresholdAlertInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Minutes before it fires: up to 120 for low, 360 for high glucose; absent for 0.',
  })
  delay?: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Minutes before it fires again, from 15 to 240; 0 or absent for never.',
  })
  repeat?: number;
}

@InputType({ description: 'An alert that fires after a period without an event.' })
export class SilenceAlertInput {
  @Field({ description: 'Whether the alert is on.' })
  enabled!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Minutes before it fires: up to 120 for `notLooping`, 360 for `noCommunication`; absent for 0.',
  })
  delay?: number;
}

@InputType({ description: 'Alerts by kind; at least one.' })
export class AlertsInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the data set that the alerts apply to; absent for all data sets.',
  })
  dataSetId?: string;

  @Field(() => ThresholdAlertInput, { nullable: true, description: 'Glucose is dangerously low.' })
  urgentLow?: ThresholdAlertInput;

  @Field(() => RepeatedAlertInput, { nullable: true, description: 'Glucose is low.' })
  low?: RepeatedAlertInput;

  @Field(() => RepeatedAlertInput, { nullable: true, description: 'Glucose is high.' })
  high?: RepeatedAlertInput;

  @Field(() => SilenceAlertInput, { nullable: true, description: 'Closed-loop dosing has stopped.' })
  notLooping?: SilenceAlertInput;

  @Field(() => SilenceAlertInput, { nullable: true, description: 'No data arrives.' })
  noCommunication?: SilenceAlertInput;
}

/** Alert settings in an input: typed, or as the body of the REST route in the field `jsonName`. */
interface GivenAlerts {
  alerts?: AlertsInput;
  json?: object;
  jsonName: string;
}

/** The settings in an input, checked; undefined if there are none. Throws when both forms are given. */
export function alertsIn({ alerts, json, jsonName }: GivenAlerts): AlertsConfig | undefined {
  if (alerts && json) throw badInput(`"alerts" and "${jsonName}" are the same in two forms: send only one.`);
  if (json) return checkAlertsConfig(json, `/${jsonName}`);
  if (!alerts) return undefined;
  const { dataSetId: uploadId, ...sections } = alerts;
  return checkAlertsConfig({ ...sections, uploadId }, '/alerts');
}
