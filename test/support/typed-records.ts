import { baseFields } from '../../src/records/data/record-types/families/base';
import { recordTypes } from '../../src/records/data/record-types/table';
import type { Field } from '../../src/platform/validation/vocabulary';
import type { Json } from './api';

/** `mg/dL` is MG_DL in the graph, `slowFall` SLOW_FALL, `dual/square` DUAL_SQUARE. */
const inGraph = (word: string): string =>
  (word.includes('/') ? word : word.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();

const entries = (value: object, toEntry: (item: Json) => object): object[] =>
  Object.entries(value).map(([name, item]) => ({ ...toEntry(item), name }));

function typedValue(field: Field, value: Json): Json {
  switch (field.kind) {
    case 'text':
      return field.enumeration ? inGraph(value) : value;
    case 'textList':
      return field.itemEnumeration ? value.map(inGraph) : value;
    case 'metadataList':
      return value.map(({ code, ...raw }: Json) => ({ code, raw }));
    case 'object':
      return typedObject(field.object.fields, value);
    case 'list':
      return value.map((item: Json) => typedObject(field.object.fields, item));
    case 'map':
      return entries(value, (item) => typedObject(field.object.fields, item));
    case 'listMap':
      return entries(value, (items) => ({
        segments: items.map((item: Json) => typedObject(field.object.fields, item)),
      }));
    case 'variant': {
      const name = value[field.discriminator];
      return { [name]: typedObject(field.variants[name]?.fields ?? [], value) };
    }
    default:
      return value;
  }
}

function typedObject(fields: readonly Field[], body: Json): Json {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = body[field.name];
      const isFilledIn = field.kind === 'text' && field.equals !== undefined && field.required;
      if (value === undefined || isFilledIn) return [];
      const name = field.graphqlName ?? field.returnedAs ?? field.name;
      if (field.kind !== 'record') return [[name, typedValue(field, value)]];
      return [typeof value === 'string' ? [`${name}Id`, value] : [name, typedRecord(value)]];
    }),
  );
}

/** A record as an input of the graph, from the form in which REST routes take it. */
export function typedRecord(record: Json): Json {
  const { type, deliveryType, subType } = record;
  const candidates = recordTypes.filter((each) => each.type === type);
  const found =
    candidates.find(({ discriminator }) => discriminator?.value === (deliveryType ?? subType)) ??
    candidates[0];
  if (!found) throw new Error(`There is no record type ${type}.`);
  const common = baseFields.filter(({ name }) => name !== 'type');
  const own = found.fields.filter(({ name }) => name !== 'type' && name !== found.discriminator?.field);
  const member = found.graphqlName.charAt(0).toLowerCase() + found.graphqlName.slice(1);
  return { [member]: typedObject([...common, ...own], record) };
}
