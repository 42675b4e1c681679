import type {
  BoundsByUnits,
  Field,
  IntegerField,
  NumberField,
  TextField,
} from '../../../../../src/platform/validation/vocabulary';
import { exampleValue } from './example-records';
import { type FieldPlace, merged, type Patch, unitsAt } from './table-walk';

/** A change to an example record and its expected finding: code and pointer within the record. */
export interface BoundaryCase {
  readonly what: string;
  readonly patch: Patch;
  readonly code?: string;
  readonly pointer?: string;
}

const wrongTypeCodes: Readonly<Record<Field['kind'], string>> = {
  text: 'type-not-string',
  integer: 'type-not-int',
  number: 'type-not-float64',
  boolean: 'type-not-bool',
  time: 'type-not-time',
  localTime: 'type-not-time',
  textList: 'type-not-array',
  metadata: 'type-not-object',
  metadataList: 'type-not-array',
  json: '',
  jsonList: 'type-not-array',
  object: 'type-not-object',
  list: 'type-not-array',
  map: 'type-not-object',
  listMap: 'type-not-object',
  variant: 'type-not-object',
  record: 'type-not-object',
};

/** Both sides of every limit that the table sets for a field. */
export function boundaryCases(place: FieldPlace): BoundaryCase[] {
  const { field } = place;
  const isDispatched = field.kind === 'text' && field.equals !== undefined && field.name !== 'source';
  if (isDispatched || field.name === 'type') return [];
  return [...typeCases(place), ...presenceCases(place), ...limitCases(place), ...lengthCases(place)];
}

function typeCases(place: FieldPlace): BoundaryCase[] {
  const { field } = place;
  const code = wrongTypeCodes[field.kind];
  if (code === '') return [];
  const accepted = typesOf(exampleValue(field), field);
  const wrong = [true, 7.5, 'text', {}, []].filter((value) => !accepted.includes(typeName(value)));
  return wrong.map((value) => withValue(place, value, code));
}

function typesOf(example: unknown, field: Field): string[] {
  return field.kind === 'record'
    ? ['string', 'object']
    : [typeName(example)].filter(() => field.kind !== 'integer');
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function presenceCases(place: FieldPlace): BoundaryCase[] {
  const { field } = place;
  const cases = [withValue(place, undefined)];
  if (field.required) return [...cases, withValue(place, null, 'value-not-exists')];

  const { requiredWhen, allowedWhen, forbiddenWhen } = field;
  if (requiredWhen && 'field' in requiredWhen) {
    for (const value of requiredWhen.in) {
      const patch = place.patchFor({ [requiredWhen.field]: value, [field.name]: null });
      cases.push(finding(place, `absent with ${value}`, patch, 'value-not-exists'));
    }
  }
  if (requiredWhen && 'anyPresent' in requiredWhen) {
    for (const name of requiredWhen.anyPresent) {
      const patch = place.patchFor({ [name]: exampleOf(place, name), [field.name]: null });
      cases.push(finding(place, `absent with ${name}`, patch, 'value-not-exists'));
    }
  }
  if (allowedWhen && 'field' in allowedWhen) {
    const sibling = place.siblings.find(({ name }) => name === allowedWhen.field);
    const words = sibling?.kind === 'text' ? Object.keys(sibling.enumeration?.values ?? {}) : [];
    for (const word of words.filter((name) => !allowedWhen.in.includes(name))) {
      const patch = { [allowedWhen.field]: word, [field.name]: exampleValue(field) };
      cases.push(finding(place, `present with ${word}`, place.patchFor(patch), 'value-exists'));
    }
  }
  if (allowedWhen && 'anyPresent' in allowedWhen) {
    const absent = Object.fromEntries(allowedWhen.anyPresent.map((name) => [name, null]));
    const patch = place.patchFor({ ...absent, [field.name]: exampleValue(field) });
    cases.push(finding(place, 'present alone', patch, 'value-exists'));
  }
  if (forbiddenWhen && 'anyPresent' in forbiddenWhen) {
    for (const name of forbiddenWhen.anyPresent) {
      const patch = { [name]: exampleOf(place, name), [field.name]: exampleValue(field) };
      cases.push(finding(place, `present with ${name}`, place.patchFor(patch), 'value-exists'));
    }
  }
  return cases;
}

function limitCases(place: FieldPlace): BoundaryCase[] {
  const { field } = place;
  if (field.kind === 'integer') return integerCases(place, field);
  if (field.kind === 'number') return numberCases(place, field);
  return [];
}

function integerCases(place: FieldPlace, field: IntegerField): BoundaryCase[] {
  const cases = [
    withValue(place, 2 ** 53, 'value-out-of-range'),
    withValue(place, -(2 ** 53), 'value-out-of-range'),
    withValue(place, Infinity, 'value-out-of-range'),
  ];
  if (field.allowed) {
    const next = field.allowed.map((value) => value + 1);
    const missing = next.filter((value) => !field.allowed?.includes(value));
    return [
      ...cases,
      ...field.allowed.map((value) => withValue(place, value)),
      ...missing.map((value) => withValue(place, value, 'value-not-allowed')),
    ];
  }
  // The walk uses the second segment of a day, which begins after the first.
  const isLaterStart = place.isSegment && field.name === 'start';
  const minimum = isLaterStart ? 1 : (field.minimum ?? Number.MIN_SAFE_INTEGER);
  const maximum = field.maximum ?? Number.MAX_SAFE_INTEGER;
  return [
    ...cases,
    ...withinLimits(place, minimum, maximum),
    withValue(place, minimum - 1, 'value-out-of-range'),
    withValue(place, maximum + 1, 'value-out-of-range'),
  ];
}

function numberCases(place: FieldPlace, field: NumberField): BoundaryCase[] {
  const cases = [
    withValue(place, Infinity, 'value-out-of-range'),
    withValue(place, -Infinity, 'value-out-of-range'),
  ];
  if (field.bounds) return [...cases, ...casesByUnits(place, field, field.bounds)];
  if (field.allowedByUnits) {
    for (const [units, allowed] of Object.entries(field.allowedByUnits)) {
      for (const value of allowed) {
        cases.push(measured(place, field, units, value));
        cases.push(measured(place, field, units, nextDouble(value, 1), 'value-not-allowed'));
      }
    }
    return cases;
  }
  const { minimum, maximum } = field;
  if (minimum !== undefined) cases.push(withValue(place, nextDouble(minimum, -1), 'value-out-of-range'));
  if (maximum !== undefined) cases.push(withValue(place, nextDouble(maximum, 1), 'value-out-of-range'));
  return [...cases, ...withinLimits(place, minimum, maximum)];
}

/** Limits are inclusive, but a limit may violate a rule of a sibling that replaces it. */
function withinLimits(
  place: FieldPlace,
  minimum: number | undefined,
  maximum: number | undefined,
): BoundaryCase[] {
  const { field } = place;
  const limits = 'minimumFrom' in field || 'maximumFrom' in field ? field : undefined;
  const cases: BoundaryCase[] = [];
  if (minimum !== undefined) cases.push(withValue(place, minimum));
  if (maximum !== undefined) {
    const siblings = limits?.maximumFrom ? { [limits.maximumFrom.field]: maximum } : {};
    cases.push(finding(place, String(maximum), place.patchFor({ ...siblings, [field.name]: maximum })));
  }
  if (limits?.maximumFrom)
    cases.push(besideSibling(place, limits.maximumFrom.field, 1, 2, 'value-out-of-range'));
  if (limits?.minimumFrom)
    cases.push(besideSibling(place, limits.minimumFrom.field, 2, 1, 'value-out-of-range'));
  if (limits?.maximumFrom) cases.push(besideSibling(place, limits.maximumFrom.field, 2, 2));
  if (limits?.minimumFrom) cases.push(besideSibling(place, limits.minimumFrom.field, 2, 2));
  return cases;
}

function besideSibling(
  place: FieldPlace,
  sibling: string,
  siblingValue: number,
  value: number,
  code?: string,
): BoundaryCase {
  const patch = place.patchFor({ [sibling]: siblingValue, [place.field.name]: value });
  return finding(place, `${value} beside ${sibling} ${siblingValue}`, patch, code);
}

function casesByUnits(place: FieldPlace, field: NumberField, bounds: BoundsByUnits): BoundaryCase[] {
  return Object.entries(bounds).flatMap(([units, [minimum, maximum]]) => [
    measured(place, field, units, minimum),
    measured(place, field, units, maximum),
    measured(place, field, units, nextDouble(minimum, -1), 'value-out-of-range'),
    measured(place, field, units, nextDouble(maximum, 1), 'value-out-of-range'),
  ]);
}

function measured(
  place: FieldPlace,
  field: NumberField,
  units: string,
  value: number,
  code?: string,
): BoundaryCase {
  const path = field.unitsFrom ?? '';
  const patch =
    path === '^'
      ? merged(place.unitsPatch?.(units) ?? {}, place.patchFor({ [field.name]: value }))
      : place.patchFor({ ...unitsAt(path, units), [field.name]: value });
  return finding(place, `${value} ${units}`, patch, code);
}

function lengthCases(place: FieldPlace): BoundaryCase[] {
  const { field } = place;
  if (field.kind === 'text') return textCases(place, field);
  if (field.kind === 'time') return [withValue(place, '2024-02-30T00:00:00Z', 'value-not-parsable')];
  if (field.kind === 'localTime') return [withValue(place, '2024-05-06T07:08:09Z', 'value-not-parsable')];
  if (field.kind === 'metadata') {
    return [
      withValue(place, {}, 'value-empty'),
      withValue(place, { absent: null }, 'value-empty'),
      withValue(place, { a: 'x'.repeat(4088) }),
      withValue(place, { a: 'x'.repeat(4089) }, 'size-out-of-range'),
    ];
  }
  return 'minItems' in field || 'maxItems' in field ? itemCountCases(place, field) : [];
}

function textCases(place: FieldPlace, field: TextField): BoundaryCase[] {
  if (field.enumeration) {
    const words = Object.keys(field.enumeration.values).map((word) => withValue(place, word));
    return [...words, ...['', 'no such word'].map((word) => withValue(place, word, 'value-not-allowed'))];
  }
  const cases: BoundaryCase[] = [];
  if (field.equals !== undefined) cases.push(withValue(place, 'other', 'value-out-of-range'));
  if (field.format) {
    const { formatWhen: when } = field;
    const siblings = when && 'field' in when ? { [when.field]: when.in[0] } : {};
    const patch = place.patchFor({ ...siblings, [field.name]: 'no such format' });
    cases.push(finding(place, 'no such format', patch, 'value-not-valid'));
  }
  if (field.minLength !== undefined) cases.push(withValue(place, '', 'value-empty'), withValue(place, 'x'));
  if (field.maxLength !== undefined) {
    // Characters beyond the basic plane are one code point, and two units of a JavaScript string.
    cases.push(withValue(place, '\u{1F34E}'.repeat(field.maxLength)));
    cases.push(withValue(place, '\u{1F34E}'.repeat(field.maxLength + 1), 'length-out-of-range'));
  }
  return cases;
}

function itemCountCases(
  place: FieldPlace,
  field: Field & { minItems?: number; maxItems?: number; emptyIsAbsent?: boolean },
): BoundaryCase[] {
  const isRefused = (field.minItems ?? 0) > 0 && !field.emptyIsAbsent;
  const cases = [withValue(place, [], isRefused ? 'value-empty' : undefined)];
  if (field.maxItems === undefined) return cases;
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => distinct((exampleValue(field) as unknown[])[0], index));
  return [
    ...cases,
    withValue(place, items(field.maxItems)),
    withValue(place, items(field.maxItems + 1), 'length-out-of-range'),
  ];
}

function distinct(item: unknown, index: number): unknown {
  return typeof item === 'string' ? `${item} ${index}` : { ...(item as object), index };
}

function exampleOf(place: FieldPlace, name: string): unknown {
  const sibling = place.siblings.find((field) => field.name === name);
  return sibling && exampleValue(sibling);
}

function withValue(place: FieldPlace, value: unknown, code?: string): BoundaryCase {
  return finding(place, describe(value), place.patchFor({ [place.field.name]: value }), code);
}

function finding(place: FieldPlace, what: string, patch: Patch, code?: string): BoundaryCase {
  return { what, patch, code, pointer: code && place.pointer };
}

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing').slice(0, 40);
}

/** The next double above or below a value. */
function nextDouble(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const step = value > 0 === direction > 0 ? 1n : -1n;
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}
