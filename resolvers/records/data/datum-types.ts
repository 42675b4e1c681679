import { Float, Field as TypeField, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { legacyTypes } from '../../../src/records/data/legacy/table';
import { baseFields, serverFields } from '../../../src/records/data/record-types/families/base';
import { recordFamilies, recordTypes } from '../../../src/records/data/record-types/table';
import type {
  FamilyFigure,
  FamilyOfRecords,
  Field,
  RecordFamily,
  RecordField,
  RecordType,
} from '../../../src/platform/validation/vocabulary';
import { JsonObject } from '../../scalars';
import { enumName } from './enumeration-types';
import { fittingFields } from './fitting-fields';
import { addDataSetEdge, addLinks, type LinkTargets } from './record-edges';
import { addFields, graphName, namedClass, type TypeClass } from './table-types';

/** Any record of diabetes data. */
export abstract class Datum {}

const commonFields = [...baseFields, ...serverFields];
const uploadable = recordTypes.filter((type) => !type.readOnly);

InterfaceType('Datum', {
  description: 'A record of diabetes data: a reading, a dose, a meal, a setting, an event.',
  resolveType: (value: object) => value.constructor.name,
})(Datum);
addFields(Datum as TypeClass, 'Datum', commonFields);
addDataSetEdge(Datum as TypeClass, 'Datum');

const familyClasses = new Map(
  (Object.entries(recordFamilies) as [RecordFamily, FamilyOfRecords][])
    .filter(([family]) => uploadable.some((type) => type.family === family))
    .map(([family, common]) => [family, familyClass(family, common)]),
);

/** An interface with the fields common to a family of record types. */
function familyClass(family: RecordFamily, { description, figures = [] }: FamilyOfRecords): TypeClass {
  const made = namedClass(family);
  InterfaceType(family, {
    description,
    implements: Datum,
    resolveType: (value: object) => value.constructor.name,
  })(made);
  const members = uploadable.filter((type) => type.family === family);
  const isShared = (field: Field) =>
    members.every((member) =>
      member.fields.some((other) => graphName(other) === graphName(field) && other.kind === field.kind),
    );
  addFields(made, family, members[0]?.fields.filter(isShared) ?? []);
  for (const figure of figures) addFigure(made, figure);
  return made;
}

/** Members may have a field with this name already, which then returns the number of the family. */
function addFigure(target: TypeClass, { name, description }: FamilyFigure): void {
  const options = { name, description, nullable: true, simple: true };
  TypeField(() => Float, options)(target.prototype as object, name);
}

const listFigures = ({ family }: RecordType): readonly FamilyFigure[] =>
  (family && recordFamilies[family].figures) ?? [];

/** The numbers that a record shares with its family. */
function familyFigures(record: Record<string, unknown>, type: RecordType): Record<string, number> {
  const shown: Record<string, number> = {};
  for (const figure of listFigures(type)) {
    const value = toFigureField(record, type, figure);
    if (value !== undefined) shown[figure.name] = value;
  }
  return shown;
}

/** Digits that any number keeps in floating point. */
const exactDigits = 15;

function toFigureField(
  record: Record<string, unknown>,
  { fields }: RecordType,
  { sumOf, otherwise }: FamilyFigure,
): number | undefined {
  const isOther = otherwise !== undefined && !fields.some((field) => sumOf.flat().includes(field.name));
  if (isOther) return otherwise;
  const parts = sumOf
    .map((names) => names.map((name) => record[name]).find((part) => typeof part === 'number'))
    .filter((part) => part !== undefined);
  if (parts.length < 2) return parts[0];
  // Floating-point sums have trailing digits that no pump has delivered.
  const sum = Number(parts.reduce((one, other) => one + other).toPrecision(exactDigits));
  // Legacy uploads may hold any numbers; a sum that is too great for the graph is none.
  return Number.isFinite(sum) ? sum : undefined;
}

const toTypeKey = (type: string, subType: string | undefined): string => `${type} ${subType ?? ''}`;

const linkTargets: LinkTargets = {
  typeOf: ({ record: { type, subType } }) => {
    const members = uploadable.filter((each) => each.type === type);
    const target =
      subType === undefined
        ? familyClasses.get(members[0]?.family as RecordFamily)
        : classesByKey.get(toTypeKey(type, subType))?.target;
    if (!target) throw new Error(`No type of the graph stands for records of the type ${type}.`);
    return target;
  },
  read: (text, ownerId, field) => {
    const found = toDatum(text, ownerId);
    return isMeant(found, field) ? found : null;
  },
};

/** Legacy uploaders may name any record, and records of types that the graph lacks. */
function isMeant(found: Datum, { record: { type, subType } }: RecordField): boolean {
  if (subType !== undefined) return found.constructor === classesByKey.get(toTypeKey(type, subType))?.target;
  return !(found instanceof OldRecord) && (found as { type?: unknown }).type === type;
}

interface GraphRecordType {
  type: RecordType;
  target: TypeClass;
  fields: readonly Field[];
}

function recordClass(type: RecordType): GraphRecordType {
  const made = namedClass(type.graphqlName);
  const family = type.family && familyClasses.get(type.family);
  ObjectType(type.graphqlName, {
    description: type.description,
    implements: family ? [Datum, family] : [Datum],
  })(made);
  const fields = [...commonFields, ...type.fields];
  addFields(made, type.graphqlName, fields);
  addDataSetEdge(made, type.graphqlName);
  addLinks(made, type.graphqlName, fields, linkTargets);
  for (const figure of listFigures(type))
    if (!fields.some((field) => graphName(field) === figure.name)) addFigure(made, figure);
  return { type, target: made, fields };
}

/** A record of a type that only legacy uploaders send. */
@ObjectType({
  description: 'A record of a type that only legacy uploaders send, such as a note or an injection.',
  implements: Datum,
})
class OldRecord extends Datum {
  @TypeField(() => JsonObject, {
    description: 'The record as the REST routes return it: JSON, because this release has no type for it.',
  })
  content!: object;
}
addFields(OldRecord, 'OldRecord', commonFields);
addDataSetEdge(OldRecord, 'OldRecord');

const classesByKey = new Map(
  uploadable.map((type) => [toTypeKey(type.type, type.discriminator?.value), recordClass(type)]),
);

/** Classes of all record types, so that the schema includes them although only the interface is referenced. */
export const datumClasses = [...[...classesByKey.values()].map(({ target }) => target), OldRecord];

/** Maps a stored record of an account to its GraphQL type. */
export function toDatum(text: string, ownerId: string): Datum {
  const content = JSON.parse(text) as Record<string, unknown>;
  const subType = (content.type === 'basal' ? content.deliveryType : content.subType) as string | undefined;
  const type = String(content.type);
  const found = classesByKey.get(toTypeKey(type, subType)) ?? classesByKey.get(toTypeKey(type, undefined));
  if (found) {
    const shown = fittingFields(content, found.fields);
    return Object.assign(new found.target(), shown, familyFigures(shown, found.type), { ownerId });
  }
  return Object.assign(new OldRecord(), fittingFields(content, commonFields), { content, ownerId });
}

const oldTypes = legacyTypes.filter(({ type }) => type !== 'upload');

/** Record types by their names in the graph, such as CBG, mapped to the wire. */
export const DatumType = Object.fromEntries(
  [...oldTypes, ...uploadable].map(({ type }) => [enumName(type), type]),
);

/** Which types of the graph the records have. A type with several variants is described by what they have in common. */
function describeType(type: RecordType | (typeof oldTypes)[number]): string {
  if (!('graphqlName' in type)) return `\`${type.type}\` (\`OldRecord\`): ${type.description}`;
  const family = type.discriminator && type.family;
  const [shown, description] = family
    ? [family, recordFamilies[family].description]
    : [type.graphqlName, type.description];
  return `\`${type.type}\` (\`${shown}\`): ${description}`;
}

registerEnumType(DatumType, {
  name: 'DatumType',
  description:
    'Type of the record, as in REST. Each value names the type or interface of its records in the graph.',
  valuesConfig: Object.fromEntries(
    [...oldTypes, ...uploadable].map((each) => [enumName(each.type), { description: describeType(each) }]),
  ),
});
