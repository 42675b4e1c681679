import { isObjectType, type GraphQLSchema } from 'graphql';
import { Arg, Extensions, Field, Float, type ClassType } from 'type-graphql';
import { GlucoseUnits, type GlucoseUnit } from './glucose-units';

/** A stored value in the units asked for; without units, as it is. */
type Show = (stored: number, units: GlucoseUnit, source: { units?: string }) => number;

/** A field of the graph whose values are amounts of glucose. */
export interface GlucoseFacts {
  description: string;
  nullable?: boolean;
  /** Whether it is a list of values. */
  isList?: boolean;
  /** The name in the graph, if the property has another one. */
  name?: string;
  show: Show;
  /** The unit of the result unless another one is asked for; null for values that have units of their own. */
  stored?: GlucoseUnit | null;
  /** Description of the argument `units`. */
  ofUnits?: string;
}

/** A field of the graph whose value contains amounts of glucose in one unit. */
export interface GlucoseAnswer {
  type: () => object;
  description: string;
  /** The unit of the amounts unless another one is asked for. */
  stored: GlucoseUnit;
  show: (stored: object, units: GlucoseUnit) => object;
}

interface GlucoseExtension {
  property: string;
  show: (stored: never, units: GlucoseUnit, source: { units?: string }) => unknown;
}

/** The extension of fields that are amounts of glucose. */
const extension = 'glucose';

const usualDescription = 'The unit to return the amount of glucose in.';
const ownDescription = 'Unit of the result; as it was set if absent.';

/**
 * Declares a property with an amount of glucose as a field with the argument `units`. The property holds the stored
 * amount. All such fields are declared this way (`test/unit/graph/glucose-units.test.ts`).
 */
export function GlucoseField(facts: GlucoseFacts): PropertyDecorator {
  const { description, nullable = false, isList = false, name, show, stored = GlucoseUnits.MMOL_L } = facts;
  const { ofUnits = stored === null ? ownDescription : usualDescription } = facts;
  const units = stored === null ? { nullable: true } : { defaultValue: stored };
  return (prototype, key) => {
    const property = String(key);
    const options = { description, nullable, name: name ?? property };
    Field(() => (isList ? [Float] : Float), options)(prototype, property);
    Arg('units', () => GlucoseUnits, { ...units, description: ofUnits })(prototype, property, 0);
    Extensions({ [extension]: { property, show } satisfies GlucoseExtension })(prototype, property);
  };
}

/** Declares a property that contains amounts of glucose as a field with the argument `units`, for all of them. */
export function GlucoseAnswerField({ type, description, stored, show }: GlucoseAnswer): PropertyDecorator {
  return (prototype, key) => {
    const property = String(key);
    Field(type as () => ClassType, { description, name: property })(prototype, property);
    Arg('units', () => GlucoseUnits, { defaultValue: stored, description: usualDescription })(
      prototype,
      property,
      0,
    );
    Extensions({ [extension]: { property, show } satisfies GlucoseExtension })(prototype, property);
  };
}

/** Makes the fields that `GlucoseField` and `GlucoseAnswerField` declare answer in the units asked for. */
export function answerInUnits(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const glucose = field.extensions[extension] as GlucoseExtension | undefined;
      if (glucose) field.resolve = answering(glucose);
    }
  }
  return schema;
}

/** A number of a legacy record may be too large for another unit. */
const orNull = (shown: unknown): unknown =>
  typeof shown === 'number' && !Number.isFinite(shown) ? null : shown;

const answering =
  ({ property, show }: GlucoseExtension) =>
  (source: Record<string, unknown> & { units?: string }, { units }: { units?: GlucoseUnit }): unknown => {
    const stored = source[property];
    const inUnits = (value: unknown) =>
      value !== null && value !== undefined && units ? orNull(show(value as never, units, source)) : value;
    return Array.isArray(stored) ? stored.map(inUnits) : inUnits(stored);
  };
