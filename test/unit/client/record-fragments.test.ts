import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  isAbstractType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  validate,
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const datum = schema.getType('Datum') as GraphQLInterfaceType;
const recordTypes = schema.getPossibleTypes(datum);

const folder = 'client/operations';
const fragments = new Map(
  readdirSync(folder)
    .flatMap((name) => parse(readFileSync(`${folder}/${name}`, 'utf8')).definitions)
    .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
    .map((node) => [node.name.value, node]),
);

/** Fields that no fragment for records has, and why. */
const leftOut: Record<string, string> = {
  'AlarmEvent.deliveryStatus': 'another record, which the list has as well; `deliveryStatusId` names it',
  'ReservoirChangeEvent.deliveryStatus': 'as with an alarm',
  'BolusCalculation.bolus': 'another record, which the list has as well; `bolusId` names it',
  'DosingDecision.bgForecast': 'many values in each decision, and a decision is made every five minutes',
  'DosingDecision.bgHistorical': 'as the forecast; the readings are records of their own',
  'DosingDecision.bgTargetSchedule': 'as the forecast; `SettingsFields` has that of the settings',
  'DosingDecision.scheduleTimeZoneOffset': 'tells the times of `bgTargetSchedule`',
  'Food.ingredients': 'nested to any depth',
  'TemporaryBasal.percent': 'the deprecated name of `fractionOfRate`',
};

/** Names of the fields that a fragment selects on records of a type. */
function fieldsOn(type: GraphQLObjectType, { selections }: SelectionSetNode): string[] {
  const applies = (name: string | undefined) => {
    const condition = name === undefined ? datum : schema.getType(name);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  };
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (!inner) throw new Error(`There is no fragment for ${JSON.stringify(selection)}.`);
    return applies(inner.typeCondition?.name.value) ? fieldsOn(type, inner.selectionSet) : [];
  });
}

const selected = (type: GraphQLObjectType): string[] =>
  ['RecordFields', 'SettingsFields'].flatMap((name) => {
    const fragment = fragments.get(name);
    return fragment ? fieldsOn(type, fragment.selectionSet) : [];
  });

const ofAllRecords = Object.keys(datum.getFields());

/** Fields of a type that not all records have. */
const ownFields = (type: GraphQLObjectType): string[] =>
  Object.keys(type.getFields()).filter((name) => !ofAllRecords.includes(name));

it.each(recordTypes.map((type) => [type.name, type] as const))(
  'the fragments of the client have every field of %s, or a reason',
  (name, type) => {
    const fields = selected(type);
    const isMissing = (field: string) => !fields.includes(field) && !(`${name}.${field}` in leftOut);
    expect(ownFields(type).filter(isMissing)).toEqual([]);
  },
);

it('every reason is for a field that exists and that no fragment has', () => {
  const missing = recordTypes.flatMap((type) => {
    const fields = selected(type);
    return ownFields(type)
      .filter((field) => !fields.includes(field))
      .map((field) => `${type.name}.${field}`);
  });
  expect(Object.keys(leftOut).sort()).toEqual(missing.sort());
});

it('no operation of the client asks for a deprecated field', () => {
  const documents = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const findings = validate(schema, parse(documents.join('\n')), [NoDeprecatedCustomRule]);
  expect(findings.map(({ message }) => message)).toEqual([]);
});
