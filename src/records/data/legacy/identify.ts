import type { JsonObject } from '../../../platform/validation/values/json';
import { findLegacyType } from './compiled-types';
import { withConvertedGlucose } from './convert-glucose';
import { legacyId } from './legacy-id';
import { identifyingTime } from './legacy-time';
import type { LegacyType } from './legacy-type';

/**
 * The existing or computed id of a record, after its glucose is converted. Undefined if an identifying field is
 * missing.
 */
export function idOfRecord(record: JsonObject, { idFields }: LegacyType): string | undefined {
  if (typeof record.id === 'string' && record.id !== '') return record.id;
  const texts = idFields.map((name) => identifyingText(record[name], name));
  return texts.every((text) => text !== undefined) ? legacyId(texts) : undefined;
}

/** The id of a linked record: the id itself, or that of the embedded record. */
export function idOfLink(link: unknown): string | undefined {
  if (typeof link === 'string') return link === '' ? undefined : link;
  if (typeof link !== 'object' || link === null) return undefined;
  const kind = findLegacyType(link as JsonObject);
  if (!kind) return undefined;
  const record = { ...link } as Record<string, unknown>;
  return idOfRecord(kind.glucose ? withConvertedGlucose(record, kind.glucose) : record, kind);
}

function identifyingText(value: unknown, name: string): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  return name === 'time' ? identifyingTime(value) : value;
}
