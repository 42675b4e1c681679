import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { fromBillionths } from '../src/prescriptions/billionths';
import {
  guardRailNames,
  type Device as DeviceFacts,
  type GuardRail as Rail,
  type Pump as PumpFacts,
} from '../src/prescriptions/device-catalogue';

/** Units of guard rails, as the graph spells them. */
export const GuardRailUnits = {
  MILLIGRAMS_PER_DECILITER: 'MilligramsPerDeciliter',
  UNITS_PER_HOUR: 'UnitsPerHour',
  GRAMS_PER_UNIT: 'GramsPerUnit',
  UNITS: 'Units',
} as const;

registerEnumType(GuardRailUnits, {
  name: 'GuardRailUnits',
  description: 'Units of what a device takes.',
  valuesConfig: {
    MILLIGRAMS_PER_DECILITER: { description: 'mg/dL' },
    UNITS_PER_HOUR: { description: 'Units of insulin per hour.' },
    GRAMS_PER_UNIT: { description: 'Grams of carbohydrates per unit of insulin.' },
    UNITS: { description: 'Units of insulin.' },
  },
});

@ObjectType({
  description: 'Values that a device takes: the minimum, and each a number of increments above it.',
})
export class GuardRailBounds {
  @Field(() => Float, { description: 'The smallest.' })
  minimum!: number;

  @Field(() => Float, { description: 'The largest.' })
  maximum!: number;

  @Field(() => Float, { description: 'The distance from one to the next.' })
  increment!: number;
}

@ObjectType({ description: 'Values that are usual. Outside of them a client warns, and nothing is refused.' })
export class RecommendedBounds {
  @Field(() => Float, { description: 'The smallest.' })
  minimum!: number;

  @Field(() => Float, { description: 'The largest.' })
  maximum!: number;
}

@ObjectType({ description: 'What a device takes for one setting.' })
export class GuardRail {
  @Field(() => GuardRailUnits, { description: 'The units of all values.' })
  units!: string;

  @Field({ description: 'What is taken.' })
  absoluteBounds!: GuardRailBounds;

  @Field({ description: 'What is usual.' })
  recommendedBounds!: RecommendedBounds;

  @Field(() => Int, { nullable: true, description: 'How many entries a schedule may have.' })
  maxSegments!: number | null;

  @Field(() => Float, { nullable: true, description: 'The value to begin with.' })
  defaultValue!: number | null;
}

@ObjectType({ description: 'What a pump takes for each setting.' })
export class GuardRails {
  @Field({ description: 'Below this glucose, no insulin is given.' })
  glucoseSafetyLimit!: GuardRail;

  @Field({ description: 'mg/dL by which a unit lowers the glucose.' })
  insulinSensitivity!: GuardRail;

  @Field({ description: 'Each rate of the basal schedule.' })
  basalRates!: GuardRail;

  @Field({ description: 'Grams of carbohydrates that a unit covers.' })
  carbohydrateRatio!: GuardRail;

  @Field({ description: 'The highest basal rate.' })
  basalRateMaximum!: GuardRail;

  @Field({ description: 'The largest bolus.' })
  bolusAmountMaximum!: GuardRail;

  @Field({ description: 'Lower and upper ends of the targets over the day.' })
  correctionRange!: GuardRail;

  @Field({ description: 'Both ends of the target before meals.' })
  preprandialCorrectionRange!: GuardRail;

  @Field({ description: 'Both ends of the target during exercise.' })
  workoutCorrectionRange!: GuardRail;
}

@ObjectType({ description: 'A continuous glucose monitor that a prescription may name.' })
export class PrescribableCgm {
  @Field(() => ID, { description: 'The id that settings name.' })
  id!: string;

  @Field({ description: 'The name.' })
  displayName!: string;

  @Field(() => [String], { description: 'Who makes it.' })
  manufacturers!: string[];

  @Field({ description: 'The model.' })
  model!: string;
}

@ObjectType({ description: 'A pump that a prescription may name.' })
export class PrescribablePump extends PrescribableCgm {
  @Field({ description: 'What it takes.' })
  guardRails!: GuardRails;
}

const toRail = ({ units, absolute, recommended, maxSegments, defaultValue }: Rail): GuardRail => ({
  units,
  absoluteBounds: {
    minimum: fromBillionths(absolute.minimum),
    maximum: fromBillionths(absolute.maximum),
    increment: fromBillionths(absolute.increment),
  },
  recommendedBounds: {
    minimum: fromBillionths(recommended.minimum),
    maximum: fromBillionths(recommended.maximum),
  },
  maxSegments: maxSegments ?? null,
  defaultValue: defaultValue === undefined ? null : fromBillionths(defaultValue),
});

/** A monitor as the graph shows it. */
export const toCgm = (device: DeviceFacts): PrescribableCgm => Object.assign(new PrescribableCgm(), device);

/** A pump as the graph shows it. */
export const toPump = ({ guardRails, ...device }: PumpFacts): PrescribablePump =>
  Object.assign(new PrescribablePump(), device, {
    guardRails: Object.fromEntries(guardRailNames.map((name) => [name, toRail(guardRails[name])])),
  });
