import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GlucoseAnswerField } from '../../records/data/glucose-field';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';
import { mgdLInUnits } from '../../records/data/in-units';
import { fromBillionths } from '../../../src/care/prescriptions/billionths';
import {
  guardRailNames,
  type Device as DeviceFacts,
  type GuardRail as Rail,
  type Pump as PumpFacts,
} from '../../../src/care/prescriptions/device-catalog';

/** Units of guard rails in the graph. */
export const GuardRailUnits = {
  MILLIGRAMS_PER_DECILITER: 'MilligramsPerDeciliter',
  MILLIMOLES_PER_LITER: 'MillimolesPerLiter',
  UNITS_PER_HOUR: 'UnitsPerHour',
  GRAMS_PER_UNIT: 'GramsPerUnit',
  UNITS: 'Units',
} as const;

registerEnumType(GuardRailUnits, {
  name: 'GuardRailUnits',
  description: 'Units of a device setting.',
  valuesConfig: {
    MILLIGRAMS_PER_DECILITER: { description: 'mg/dL of glucose.' },
    MILLIMOLES_PER_LITER: { description: 'mmol/L of glucose; only where the query asks for it.' },
    UNITS_PER_HOUR: { description: 'Units of insulin per hour.' },
    GRAMS_PER_UNIT: { description: 'Grams of carbohydrates per unit of insulin.' },
    UNITS: { description: 'Units of insulin.' },
  },
});

@ObjectType({
  description: 'Absolute bounds of a value: the minimum plus a whole number of increments.',
})
export class GuardRailBounds {
  @Field(() => Float, { description: 'The lowest value that the device accepts.' })
  minimum!: number;

  @Field(() => Float, { description: 'The highest value that the device accepts.' })
  maximum!: number;

  @Field(() => Float, { description: 'The step between values that the device accepts.' })
  increment!: number;
}

@ObjectType({
  description: 'Recommended bounds. Clients warn about values outside of them; the server accepts them.',
})
export class RecommendedBounds {
  @Field(() => Float, { description: 'The lowest value that is recommended.' })
  minimum!: number;

  @Field(() => Float, { description: 'The highest value that is recommended.' })
  maximum!: number;
}

@ObjectType({ description: 'Guardrails of a device setting.' })
export class GuardRail {
  @Field(() => GuardRailUnits, { description: 'The units of all values.' })
  units!: string;

  @Field({ description: 'Absolute bounds.' })
  absoluteBounds!: GuardRailBounds;

  @Field({ description: 'Recommended bounds.' })
  recommendedBounds!: RecommendedBounds;

  @Field(() => Int, { nullable: true, description: 'Maximum number of entries in a schedule.' })
  maxSegments!: number | null;

  @Field(() => Float, { nullable: true, description: 'The default value.' })
  defaultValue!: number | null;
}

/** Guardrails of an amount of glucose, which are kept in mg/dL, in the units asked for. */
const railInUnits = (rail: GuardRail, units: GlucoseUnit): GuardRail => {
  if (units === GlucoseUnits.MG_DL) return rail;
  const shown = <Bounds extends object>(bounds: Bounds): Bounds =>
    Object.fromEntries(
      Object.entries(bounds).map(([name, value]: [string, number]) => [name, mgdLInUnits(value, units)]),
    ) as Bounds;
  return {
    ...rail,
    units: GuardRailUnits.MILLIMOLES_PER_LITER,
    absoluteBounds: shown(rail.absoluteBounds),
    recommendedBounds: shown(rail.recommendedBounds),
    defaultValue: rail.defaultValue === null ? null : mgdLInUnits(rail.defaultValue, units),
  };
};

const GlucoseRailField = (description: string): PropertyDecorator =>
  GlucoseAnswerField({
    type: () => GuardRail,
    description,
    stored: GlucoseUnits.MG_DL,
    show: (rail, units) => railInUnits(rail as GuardRail, units),
  });

@ObjectType({ description: 'Guardrails of a pump. Those of amounts of glucose take `units`.' })
export class GuardRails {
  @GlucoseRailField('Glucose safety limit, below which no insulin is delivered.')
  glucoseSafetyLimit!: GuardRail;

  @GlucoseRailField('Insulin sensitivity: how much one unit lowers glucose.')
  insulinSensitivity!: GuardRail;

  @Field({ description: 'Rates of the basal schedule.' })
  basalRates!: GuardRail;

  @Field({ description: 'Carbohydrate ratio: grams covered by one unit.' })
  carbohydrateRatio!: GuardRail;

  @Field({ description: 'The maximum basal rate.' })
  basalRateMaximum!: GuardRail;

  @Field({ description: 'The maximum bolus.' })
  bolusAmountMaximum!: GuardRail;

  @GlucoseRailField('Bounds of the glucose target schedule.')
  correctionRange!: GuardRail;

  @GlucoseRailField('Bounds of the target before meals.')
  preprandialCorrectionRange!: GuardRail;

  @GlucoseRailField('Bounds of the target during exercise.')
  workoutCorrectionRange!: GuardRail;
}

@ObjectType({ description: 'A continuous glucose monitor available for prescriptions.' })
export class PrescribableCgm {
  @Field(() => ID, { description: 'The id used in therapy settings.' })
  id!: string;

  @Field({ description: 'Name of the device, for people.' })
  displayName!: string;

  @Field(() => [String], { description: 'Name of the manufacturer.' })
  manufacturers!: string[];

  @Field({ description: 'Model of the device.' })
  model!: string;
}

@ObjectType({ description: 'A pump available for prescriptions.' })
export class PrescribablePump extends PrescribableCgm {
  @Field({ description: 'Guardrails of the pump.' })
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

/** Maps a monitor to its GraphQL type. */
export const toCgm = (device: DeviceFacts): PrescribableCgm => Object.assign(new PrescribableCgm(), device);

/** Maps a pump to its GraphQL type. */
export const toPump = ({ guardRails, ...device }: PumpFacts): PrescribablePump =>
  Object.assign(new PrescribablePump(), device, {
    guardRails: Object.fromEntries(guardRailNames.map((name) => [name, toRail(guardRails[name])])),
  });
