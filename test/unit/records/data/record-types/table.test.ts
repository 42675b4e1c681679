import { baseFields, serverFields } from '../../../../../src/records/data/record-types/families/base';
import { recordFields } from '../../../../../src/records/data/record-types/record-fields';
import { recordFamilies, recordTypes } from '../../../../../src/records/data/record-types/table';
import type {
  Condition,
  Enumeration,
  Field,
  ObjectType,
} from '../../../../../src/platform/validation/vocabulary';
import { nameOf } from './example-records';
import { objectTypesOf } from './table-walk';

const objectTypes = [...new Set(recordTypes.flatMap((recordType) => [...objectTypesOf(recordType)]))];
const everything: readonly ObjectType[] = [...recordTypes, ...objectTypes];
const enumerations = [...new Set(everything.flatMap(({ fields }) => fields.flatMap(enumerationsOf)))];

describe('the table of record types', () => {
  it('has one entry for each type and value of its discriminator', () => {
    const names = recordTypes.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const recordType of recordTypes) {
      const namesakes = recordTypes.filter(({ type }) => type === recordType.type);
      const fields = new Set(namesakes.map(({ discriminator }) => discriminator?.field));
      expect(fields.size).toBe(1);
    }
  });

  it('gives everything in the graph a unique name', () => {
    const unions = everything.flatMap(({ fields }) =>
      fields.flatMap((field) => (field.kind === 'variant' ? [field.unionName] : [])),
    );
    const names = [
      ...[...everything, ...enumerations].map(({ graphqlName }) => graphqlName),
      ...new Set(unions),
      ...Object.keys(recordFamilies),
    ];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
  });

  it('describes everything in sentences', () => {
    const fields = [...everything.flatMap((type) => type.fields), ...baseFields, ...serverFields];
    const descriptions = [
      ...[...everything, ...enumerations, ...fields].map(({ description }) => description),
      ...enumerations.flatMap(({ values }) => Object.values(values)),
      ...Object.values(recordFamilies).flatMap(({ description, figures = [] }) => [
        description,
        ...figures.map((figure) => figure.description),
      ]),
    ];
    expect(descriptions.filter((description) => !/^[A-Z].*[.]$/.test(description))).toEqual([]);
  });

  it('has no two fields of one name in one object', () => {
    for (const type of [
      ...objectTypes,
      ...recordTypes.map((record) => ({ ...record, fields: recordFields(record) })),
    ]) {
      const names = type.fields.map(({ name }) => name);
      const graphNames = type.fields.map(({ name, graphqlName }) => graphqlName ?? name);
      expect([type.graphqlName, new Set(names).size]).toEqual([type.graphqlName, names.length]);
      expect([type.graphqlName, new Set(graphNames).size]).toEqual([type.graphqlName, graphNames.length]);
    }
  });

  it('uses no name of Object.prototype', () => {
    const names = [...everything.flatMap(({ fields }) => fields), ...baseFields].map(({ name }) => name);
    expect(names.filter((name) => name in Object.prototype)).toEqual([]);
  });

  it('refers only to existing fields', () => {
    for (const type of [...objectTypes, ...recordTypes]) {
      const names = new Set(type.fields.map(({ name }) => name));
      const missing = referencesOf(type).filter((name) => !names.has(name));
      expect([type.graphqlName, missing]).toEqual([type.graphqlName, []]);
    }
  });

  it('identifies records by required fields', () => {
    for (const recordType of recordTypes) {
      const required = recordFields(recordType).filter((field) => field.required);
      expect(required.map(({ name }) => name)).toEqual(expect.arrayContaining([...recordType.identity]));
    }
  });

  it('gives graph fields of one name one kind of value, so that one query can select all', () => {
    const kinds = new Map<string, Set<string>>();
    for (const field of recordTypes.flatMap(({ fields }) => fields)) {
      const name = field.graphqlName ?? field.name;
      kinds.set(name, (kinds.get(name) ?? new Set()).add(graphKind(field)));
    }
    expect([...kinds].filter(([, found]) => found.size > 1)).toEqual([]);
  });
});

function enumerationsOf(field: Field): Enumeration[] {
  if (field.kind === 'text' && field.enumeration) return [field.enumeration];
  return field.kind === 'textList' && field.itemEnumeration ? [field.itemEnumeration] : [];
}

function referencesOf({ fields, rules = [] }: ObjectType): string[] {
  const ofFields = fields.flatMap((field) => [
    ...[field.requiredWhen, field.allowedWhen, field.forbiddenWhen].flatMap(siblingsOf),
    ...('formatWhen' in field ? siblingsOf(field.formatWhen) : []),
    ...('minimumFrom' in field && field.minimumFrom ? [field.minimumFrom.field] : []),
    ...('maximumFrom' in field && field.maximumFrom ? [field.maximumFrom.field] : []),
    ...('notBefore' in field && field.notBefore ? [field.notBefore] : []),
    ...('unitsFrom' in field && field.unitsFrom && field.unitsFrom !== '^'
      ? field.unitsFrom.split('.', 1)
      : []),
  ]);
  const ofRules = rules.flatMap((rule) => {
    if ('glucoseTarget' in rule) return ['target', 'range', 'low', 'high'];
    return 'anyOf' in rule ? rule.anyOf : rule.oneOf;
  });
  return [...ofFields, ...ofRules];
}

function siblingsOf(condition: Condition | undefined): readonly string[] {
  if (!condition) return [];
  if ('field' in condition) return [condition.field];
  return 'anyPresent' in condition ? condition.anyPresent : condition.allAbsent;
}

/** Composite values may differ between types with the same field name; other values and lists may not. */
function graphKind(field: Field): string {
  switch (field.kind) {
    case 'text':
      return field.enumeration?.graphqlName ?? 'text';
    case 'integer':
      return Math.abs(field.maximum ?? Infinity) < 2 ** 31 ? 'Int' : 'a larger whole number';
    case 'object':
    case 'record':
    case 'variant':
      return 'composite';
    case 'textList':
      return `list of ${field.itemEnumeration?.graphqlName ?? 'text'}`;
    default:
      return field.kind;
  }
}
