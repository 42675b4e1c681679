import { isMgdLPerMinute, mgdLPerMmolL } from '../../../src/platform/validation/glucose-units';
import { parseInstant } from '../../../src/platform/validation/values/calendar';
import { isJsonObject, type JsonObject } from '../../../src/platform/validation/values/json';
import type {
  Enumeration,
  Field,
  IntegerField,
  VariantField,
} from '../../../src/platform/validation/vocabulary';
import { isAlwaysThere, storedName } from './table-types';

/**
 * The fields of a stored object by their names in the graph. Uploads of legacy clients were barely validated: values
 * that do not fit their field are omitted, so that the rest of a page can be returned. So are objects within records without a
 * field that the graph promises.
 *
 * @param passed the units that the record passes to the object, if it is one within a record
 */
export function fittingFields(
  stored: JsonObject,
  fields: readonly Field[],
  passed?: unknown,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of fields) {
    const value = stored[field.returnedAs ?? field.name];
    if (value === undefined || value === null) continue;
    shown[storedName(field)] = fitting(value, field, unitsFor(field, stored, passed));
  }
  return shown;
}

/** The units of a value, or of the amounts within it, as the record names them. */
function unitsFor(field: Field, siblings: JsonObject, passed: unknown): unknown {
  const path = 'unitsFrom' in field ? field.unitsFrom : undefined;
  if (path === '^') return passed;
  return path
    ?.split('.')
    .reduce<unknown>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), siblings);
}

function fitting(value: unknown, field: Field, units: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return isWord(value, field.enumeration) ? value : undefined;
    case 'record':
    case 'localTime':
      return typeof value === 'string' ? value : undefined;
    case 'time':
      return typeof value === 'string' && parseInstant(value) !== undefined ? value : undefined;
    case 'integer':
      return isWithin(value, field) ? value : undefined;
    case 'number':
      if (typeof value !== 'number') return undefined;
      // Legacy uploads and settings may lack the unit, and nobody knows what such an amount means.
      if (field.convert && typeof units !== 'string') return undefined;
      return field.convert === 'glucoseRate' ? rateInMmolL(value, String(units)) : value;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'textList':
      return fitList(value, (item) => (isWord(item, field.itemEnumeration) ? item : undefined));
    case 'jsonList':
      return fitList(value, (item) => item);
    case 'metadataList':
      return fitList(value, toAnnotation);
    case 'map':
      return fitMap(value, (item) => fitObject(item, field.object.fields, units));
    case 'listMap':
      return fitMap(value, (item) => {
        const segments = fitList(item, (segment) => fitObject(segment, field.object.fields, units));
        return segments && { segments };
      });
    case 'object':
      return fitObject(value, field.object.fields, units);
    case 'list':
      return fitList(value, (item) => fitObject(item, field.object.fields, units));
    case 'variant':
      return fitVariant(value, field);
    default:
      return value;
  }
}

/** A rate of change as uploads store it. Legacy uploads keep the one that was sent. */
const rateInMmolL = (rate: number, units: string): number =>
  isMgdLPerMinute(units) ? rate / mgdLPerMmolL : rate;

const isWord = (value: unknown, words: Enumeration | undefined): boolean =>
  typeof value === 'string' && (words === undefined || Object.hasOwn(words.values, value));

const isWithin = (value: unknown, { minimum = -Infinity, maximum = Infinity }: IntegerField): boolean =>
  Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;

function fitObject(value: unknown, fields: readonly Field[], units?: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const shown = fittingFields(value, fields, units);
  const isWhole = fields.filter(isAlwaysThere).every((field) => shown[storedName(field)] !== undefined);
  return isWhole ? shown : undefined;
}

function fitList(value: unknown, item: (value: unknown) => unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(item).filter((each) => each !== undefined && each !== null);
}

/** The values of an object, each with its key as its name. */
function fitMap(value: unknown, fit: (item: unknown) => JsonObject | undefined): JsonObject[] | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).flatMap(([name, item]) => {
    const fitted = fit(item);
    return fitted ? [{ ...fitted, name }] : [];
  });
}

const toAnnotation = (note: unknown): JsonObject | undefined =>
  isJsonObject(note) ? { code: typeof note.code === 'string' ? note.code : null, raw: note } : undefined;

/** The discriminator stays, because it tells the graph which variant it is. */
function fitVariant(value: unknown, { discriminator, variants }: VariantField): JsonObject | undefined {
  const name = isJsonObject(value) ? value[discriminator] : undefined;
  const variant = typeof name === 'string' ? variants[name] : undefined;
  const shown = variant && fitObject(value, variant.fields);
  return shown && { ...shown, [discriminator]: name };
}
