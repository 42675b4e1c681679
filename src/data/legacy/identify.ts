import type { JsonObject } from '../record-types/values/json';
import { legacyTypeOf } from './compiled-types';
import { withConvertedGlucose } from './convert-glucose';
import { legacyId } from './legacy-id';
import { identifyingTime } from './legacy-time';
import type { LegacyType } from './legacy-type';

/**
 * The id that a record has or gets, where its glucose is converted already. Undefined when a field is missing that the
 * id is made of.
 */
export function idOfRecord(record: JsonObject, { idFields }: LegacyType): string | undefined {
  if (typeof record.id === 'string' && record.id !== '') return record.id;
  const texts = idFields.map((name) => identifyingText(record[name], name));
  return texts.every((text) => text !== undefined) ? legacyId(texts) : undefined;
}

/** The id that stands for a record within another one: the id itself, or that of the record which stands there. */
export function idOfLink(link: unknown): string | undefined {
  if (typeof link === 'string') return link === '' ? undefined : link;
  if (typeof link !== 'object' || link === null) return undefined;
  const kind = legacyTypeOf(link as JsonObject);
  if (!kind) return undefined;
  const record = { ...link } as Record<string, unknown>;
  return idOfRecord(kind.glucose ? withConvertedGlucose(record, kind.glucose) : record, kind);
}

function identifyingText(value: unknown, name: string): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  return name === 'time' ? identifyingTime(value) : value;
}
