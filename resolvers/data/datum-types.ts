import { InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { baseFields, serverFields } from '../../src/data/record-types/families/base';
import { recordFamilies, recordTypes } from '../../src/data/record-types/table';
import type { Field, RecordFamily, RecordType } from '../../src/data/record-types/vocabulary';
import { enumName } from './enumeration-types';
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

const familyClasses = new Map(
  (Object.entries(recordFamilies) as [RecordFamily, string][])
    .filter(([family]) => uploadable.some((type) => type.family === family))
    .map(([family, description]) => [family, familyClass(family, description)]),
);

/** An interface with the fields that all members of a family have in common. */
function familyClass(family: RecordFamily, description: string): TypeClass {
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
  return made;
}

const keyOf = (type: string, subType: string | undefined): string => `${type} ${subType ?? ''}`;

interface GraphRecordType {
  target: TypeClass;
  renamed: [wireName: string, graphName: string][];
}

function recordClass(type: RecordType): GraphRecordType {
  const made = namedClass(type.graphqlName);
  const family = type.family && familyClasses.get(type.family);
  ObjectType(type.graphqlName, {
    description: type.description,
    implements: family ? [Datum, family] : [Datum],
  })(made);
  addFields(made, type.graphqlName, [...commonFields, ...type.fields]);
  const renamed = type.fields
    .map((field): [string, string] => [field.returnedAs ?? field.name, graphName(field)])
    .filter(([wireName, name]) => wireName !== name);
  return { target: made, renamed };
}

const classesByKey = new Map(
  uploadable.map((type) => [keyOf(type.type, type.discriminator?.value), recordClass(type)]),
);

/** The classes behind all record types, so that the schema holds them although only the interface is named. */
export const datumClasses = [...classesByKey.values()].map(({ target }) => target);

/** A stored record as the graph shows it. Throws when the text is of no known type. */
export function toDatum(text: string): Datum {
  const content = JSON.parse(text) as Record<string, unknown>;
  const subType = (content.type === 'basal' ? content.deliveryType : content.subType) as string | undefined;
  const type = String(content.type);
  const found = classesByKey.get(keyOf(type, subType)) ?? classesByKey.get(keyOf(type, undefined));
  if (!found) throw new Error(`There is no record type ${type} ${subType ?? ''}.`);
  const datum = Object.assign(new found.target(), content) as Record<string, unknown>;
  for (const [wireName, name] of found.renamed) {
    datum[name] = content[wireName];
    delete datum[wireName];
  }
  return datum;
}

/** Types of records by the name of the graph, such as CBG, mapped to the wire. */
export const DatumType = Object.fromEntries(uploadable.map(({ type }) => [enumName(type), type]));

registerEnumType(DatumType, {
  name: 'DatumType',
  description: 'What kind of record: its `type` on the wire.',
  valuesConfig: Object.fromEntries(
    uploadable.map(({ type, description }) => [
      enumName(type),
      { description: `\`${type}\`: ${description}` },
    ]),
  ),
});
