import 'reflect-metadata';
import { isInterfaceType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { buildOpenSchema } from '../../../src/graph/schema';
import { graphParts } from '../../../src/surfaces';

const schema: GraphQLSchema = buildOpenSchema(graphParts);

interface Named {
  name: string;
  field: GraphQLField<unknown, unknown>;
}

/** All fields of the graph with numbers that need not be whole. */
const floats: Named[] = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields())
        .filter((field) => /^\[?Float/.test(String(field.type)))
        .map((field) => ({ name: `${type.name}.${field.name}`, field }))
    : [],
);

const isGlucose = ({ field }: Named): boolean => field.extensions.glucose !== undefined;

const takesUnits = ({ field }: Named): boolean =>
  field.args.some(({ name, type }) => name === 'units' && /^GlucoseUnits/.test(String(type)));

/** Whole answers in one unit, which their parent field takes. */
const inUnitsOfParent = /^GlucoseStatistics(OfHour|OfDay|Trend)?\.|^GlucoseTargetShares\./;

const named = (fields: Named[]): string[] => fields.map(({ name }) => name).sort();

it('every amount of glucose takes units, and nothing else does', () => {
  expect(floats.filter(isGlucose).length).toBeGreaterThan(50);
  expect(named(floats.filter(takesUnits))).toEqual(named(floats.filter(isGlucose)));
});

it('statistics of any range take units for the whole answer', () => {
  for (const type of ['User', 'Patient']) {
    const { glucoseStatistics } =
      (schema.getType(type) as { getFields?(): Record<string, Named['field']> }).getFields?.() ?? {};
    expect(glucoseStatistics?.args.map(({ name }) => name)).toContain('units');
  }
});

/** Fields that speak of glucose, but are no amounts of it, or name their unit. */
const noAmounts = ['BolusRecommendation.correction', 'InsulinDose.correction'];

it('no field that speaks of glucose or of its units is forgotten', () => {
  const speaks = ({ name, field }: Named) =>
    /glucose|mmol|mg\/dL|threshold|target value|reading\./i.test(
      `${name.split('.')[1]} ${field.description}`,
    ) && !/share|fraction|percent|%|index|number of|minutes/i.test(String(field.description));
  const forgotten = floats.filter(
    (each) => speaks(each) && !isGlucose(each) && !inUnitsOfParent.test(each.name),
  );
  expect(named(forgotten)).toEqual(noAmounts);
});
