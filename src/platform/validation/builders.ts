import type {
  BooleanField,
  BoundsByUnits,
  Enumeration,
  Field,
  IntegerField,
  JsonField,
  JsonListField,
  ListField,
  ListMapField,
  LocalTimeField,
  MapField,
  MetadataField,
  MetadataListField,
  NumberField,
  ObjectField,
  ObjectType,
  RecordField,
  RecordType,
  Rule,
  TextField,
  TextListField,
  TimeField,
  VariantField,
} from './vocabulary';

/** Properties of a field other than its name and kind. */
type Facts<F extends Field> = Omit<F, 'name' | 'kind'>;

/** A closed set of words; `values` maps each word to its meaning. */
export function enumeration(
  graphqlName: string,
  description: string,
  values: Readonly<Record<string, string>>,
): Enumeration {
  return { graphqlName, description, values };
}

export function text(name: string, facts: Facts<TextField>): TextField {
  return { name, kind: 'text', ...facts };
}

/** Free text of 1 to 100 characters: names, versions, models. */
export function shortText(name: string, facts: Facts<TextField>): TextField {
  return { name, kind: 'text', minLength: 1, maxLength: 100, ...facts };
}

export function integer(name: string, facts: Facts<IntegerField>): IntegerField {
  return { name, kind: 'integer', ...facts };
}

export function number(name: string, facts: Facts<NumberField>): NumberField {
  return { name, kind: 'number', ...facts };
}

export function boolean(name: string, facts: Facts<BooleanField>): BooleanField {
  return { name, kind: 'boolean', ...facts };
}

export function time(name: string, facts: Facts<TimeField>): TimeField {
  return { name, kind: 'time', ...facts };
}

export function localTime(name: string, facts: Facts<LocalTimeField>): LocalTimeField {
  return { name, kind: 'localTime', ...facts };
}

export function textList(name: string, facts: Facts<TextListField>): TextListField {
  return { name, kind: 'textList', ...facts };
}

export function metadata(name: string, facts: Facts<MetadataField>): MetadataField {
  return { name, kind: 'metadata', ...facts };
}

export function metadataList(name: string, facts: Facts<MetadataListField>): MetadataListField {
  return { name, kind: 'metadataList', ...facts };
}

export function json(name: string, facts: Facts<JsonField>): JsonField {
  return { name, kind: 'json', ...facts };
}

export function jsonList(name: string, facts: Facts<JsonListField>): JsonListField {
  return { name, kind: 'jsonList', ...facts };
}

export function object(
  name: string,
  type: ObjectType,
  facts: Omit<Facts<ObjectField>, 'object'>,
): ObjectField {
  return { name, kind: 'object', object: type, ...facts };
}

export function list(name: string, type: ObjectType, facts: Omit<Facts<ListField>, 'object'>): ListField {
  return { name, kind: 'list', object: type, ...facts };
}

export function map(name: string, type: ObjectType, facts: Omit<Facts<MapField>, 'object'>): MapField {
  return { name, kind: 'map', object: type, ...facts };
}

export function listMap(
  name: string,
  type: ObjectType,
  facts: Omit<Facts<ListMapField>, 'object'>,
): ListMapField {
  return { name, kind: 'listMap', object: type, ...facts };
}

export function variant(name: string, facts: Facts<VariantField>): VariantField {
  return { name, kind: 'variant', ...facts };
}

/** A record inside a record. */
export function embeddedRecord(name: string, facts: Facts<RecordField>): RecordField {
  return { name, kind: 'record', ...facts };
}

interface ObjectFacts {
  readonly description: string;
  /** A list, or a function of the object type itself for objects that contain their own kind. */
  readonly fields: readonly Field[] | ((self: ObjectType) => readonly Field[]);
  readonly rules?: readonly Rule[];
}

/** A nested object type. */
export function objectType(graphqlName: string, facts: ObjectFacts): ObjectType {
  const { description, fields, rules } = facts;
  if (typeof fields !== 'function') return { graphqlName, description, fields, rules };
  const own: Field[] = [];
  const self: ObjectType = { graphqlName, description, fields: own, rules };
  own.push(...fields(self));
  return self;
}

/** A record type with the defaults that most of them share. */
export function recordType(
  facts: Omit<RecordType, 'identity'> & Partial<Pick<RecordType, 'identity'>>,
): RecordType {
  return { identity: facts.discriminator ? [facts.discriminator.field] : [], ...facts };
}

/** An amount with its unit: a nested object of `units` and `value`, with limits for each unit. */
export function measure(
  graphqlName: string,
  description: string,
  units: Enumeration,
  bounds: BoundsByUnits,
): ObjectType {
  return objectType(graphqlName, {
    description,
    fields: [
      text('units', { required: true, enumeration: units, description: 'The unit of the value.' }),
      number('value', {
        required: true,
        unitsFrom: 'units',
        bounds,
        description: 'The amount, in the given unit.',
      }),
    ],
  });
}
