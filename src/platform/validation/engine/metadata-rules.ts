import { type FindingReport, quoted } from '../finding';
import {
  canonicalJson,
  hasOnlyFiniteNumbers,
  isJsonObject,
  type JsonObject,
  withoutNullMembers,
} from '../values/json';
import type { JsonField, JsonListField, MetadataListField } from '../vocabulary';
import type { ValueRules } from './compiled';
import { checkItemCount } from './limits';

/** Size of a free-form object as compact JSON in UTF-8. */
const maximumMetadataBytes = 4096;

/** Free-form objects. */
export const metadataRules: ValueRules<JsonObject> = {
  read: readMetadata,
  check: (value, key, _siblings, _units, report) => checkMetadata(value, key, report),
};

/** Lists of free-form objects. A null among them stays in its place until the second stage reports it. */
export function metadataListRules(field: MetadataListField): ValueRules<readonly (JsonObject | null)[]> {
  return {
    read(raw, key, report) {
      const items = readArray(raw, key, report);
      if (!items) return undefined;
      report.enter(key);
      const read = items.map((item, index) =>
        item === null ? null : (readMetadata(item, index, report) ?? null),
      );
      report.leave();
      return read;
    },
    check(items, key, _siblings, _units, report) {
      checkItemCount(field, items.length, key, report);
      report.enter(key);
      items.forEach((item, index) => {
        if (item === null) report.addMissing(index);
        else checkMetadata(item, index, report);
      });
      if (field.unique && items.length > 1) checkUnique(items, report);
      report.leave();
    },
    normalize: (items) => (field.emptyIsAbsent && items.length === 0 ? undefined : items),
  };
}

/** Any JSON value. */
export const jsonRules = ({ objectOnly }: JsonField): ValueRules<unknown> => ({
  read(raw, key, report) {
    if (!objectOnly || isJsonObject(raw)) return raw;
    report.add('type-not-object', `Expected an object, found ${quoted(raw)}.`, key);
    return undefined;
  },
  check: (value, key, _siblings, _units, report) => checkNumbers(value, key, report),
});

/** Lists of any JSON values but null. */
export function jsonListRules(field: JsonListField): ValueRules<readonly unknown[]> {
  return {
    read: readArray,
    check(items, key, _siblings, _units, report) {
      checkItemCount(field, items.length, key, report);
      report.enter(key);
      items.forEach((item, index) => {
        if (item === null) report.addMissing(index);
        else checkNumbers(item, index, report);
      });
      report.leave();
    },
    normalize: (items) => (field.emptyIsAbsent && items.length === 0 ? undefined : items),
  };
}

function readArray(
  raw: unknown,
  key: string | number,
  report: FindingReport,
): readonly unknown[] | undefined {
  if (Array.isArray(raw)) return raw as readonly unknown[];
  report.add('type-not-array', `Expected an array, found ${quoted(raw)}.`, key);
  return undefined;
}

function readMetadata(raw: unknown, key: string | number, report: FindingReport): JsonObject | undefined {
  if (isJsonObject(raw)) return withoutNullMembers(raw);
  report.add('type-not-object', `Expected an object, found ${quoted(raw)}.`, key);
  return undefined;
}

function checkMetadata(value: JsonObject, key: string | number, report: FindingReport): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes === '{}'.length) {
    report.add('value-empty', 'The object is empty.', key);
  } else if (bytes > maximumMetadataBytes) {
    const detail = `The object is ${bytes} bytes as JSON; at most ${maximumMetadataBytes} are allowed.`;
    report.add('size-out-of-range', detail, key);
  } else {
    checkNumbers(value, key, report);
  }
}

function checkNumbers(value: unknown, key: string | number, report: FindingReport): void {
  if (hasOnlyFiniteNumbers(value)) return;
  report.add('value-out-of-range', 'A number in the value is too large to be stored.', key);
}

function checkUnique(items: readonly (JsonObject | null)[], report: FindingReport): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    if (item === null) return;
    const text = canonicalJson(item);
    if (seen.has(text)) report.add('value-duplicate', 'The list contains an equal object earlier.', index);
    seen.add(text);
  });
}
