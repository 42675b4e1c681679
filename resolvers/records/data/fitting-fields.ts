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
 */
export function fittingFields(stored: JsonObject, fields: readonly Field[]): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of fields) {
    const value = stored[field.returnedAs ?? field.name];
    if (value !== undefined && value !== null) shown[storedName(field)] = fitting(value, field, stored);
  }
  return shown;
}

function fitting(value: unknown, field: Field, siblings: JsonObject): unknown {
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
      return field.convert === 'glucoseRate' ? rateInMmolL(value, siblings[field.unitsFrom ?? '']) : value;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'textList':
      return fitList(value, (item) => (isWord(item, field.itemEnumeration) ? item : undefined));
    case 'jsonList':
      return fitList(value, (item) => item);
    case 'metadataList':
      return fitList(value, toAnnotation);
    case 'map':
      return fitMap(value, (item) => fitObject(item, field.object.fields));
    case 'listMap':
      return fitMap(value, (item) => {
        const segments = fitList(item, (segment) => fitObject(segment, field.object.fields));
        return segments && { segments };
      });
    case 'object':
      return fitObject(value, field.object.fields);
    case 'list':
      return fitList(value, (item) => fitObject(item, field.object.fields));
    case 'variant':
      return fitVariant(value, field);
    default:
      return value;
  }
}

/** A rate of change as uploads store it, unless its unit is not known. Legacy uploads keep the one that was sent. */
function rateInMmolL(rate: number, units: unknown): number | undefined {
  if (typeof units !== 'string') return undefined;
  return isMgdLPerMinute(units) ? rate / mgdLPerMmolL : rate;
}

const isWord = (value: unknown, words: Enumeration | undefined): boolean =>
  typeof value === 'string' && (words === undefined || Object.hasOwn(words.values, value));

const isWithin = (value: unknown, { minimum = -Infinity, maximum = Infinity }: IntegerField): boolean =>
  Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;

function fitObject(value: unknown, fields: readonly Field[]): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const shown = fittingFields(value, fields);
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
