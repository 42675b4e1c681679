import { recordFields } from '../../../../../src/records/data/record-types/record-fields';
import { recordTypes } from '../../../../../src/records/data/record-types/table';
import type { Condition, Field, RecordType, Rule } from '../../../../../src/platform/validation/vocabulary';
import { isPatch, type Patch } from './table-walk';

/** The types of records that can be uploaded. */
export const uploadableTypes = recordTypes.filter((recordType) => !recordType.readOnly);

/** The name of a record type in test names. */
export function nameOf({ type, discriminator }: RecordType): string {
  return discriminator ? `${type} ${discriminator.value}` : type;
}

/**
 * A valid record with the fields in the patch, and otherwise as few as possible. Objects within the patch are completed
 * in the same way; null removes a field, whatever the table says.
 */
export function exampleRecord(recordType: RecordType, patch: Patch = {}): Record<string, unknown> {
  const { type, discriminator, rules } = recordType;
  const kind = discriminator ? { type, [discriminator.field]: discriminator.value } : { type };
  return completed(recordFields(recordType), rules, { ...kind, ...patch }, undefined);
}

/** A valid record with the field, whether required or not. */
export function exampleRecordWith(recordType: RecordType, field: Field): Record<string, unknown> {
  const units = unitsOf(field, exampleRecord(recordType), undefined);
  return exampleRecord(recordType, { [field.name]: exampleValue(field, units) });
}

/** The fields of a record type except its constants. */
export function freeFields(recordType: RecordType): readonly Field[] {
  const fixed = ['type', recordType.discriminator?.field];
  return recordFields(recordType).filter(({ name }) => !fixed.includes(name));
}

/** A valid value of a field. Numbers are as small as possible. */
export function exampleValue(field: Field, units?: string): unknown {
  switch (field.kind) {
    case 'text':
      return exampleText(field);
    case 'integer':
      return field.allowed?.[0] ?? field.minimum ?? 0;
    case 'number':
      return (
        field.allowedByUnits?.[units ?? '']?.[0] ?? field.bounds?.[units ?? '']?.[0] ?? field.minimum ?? 5
      );
    case 'boolean':
      return true;
    case 'time':
      return '2024-05-06T07:08:09.123Z';
    case 'localTime':
      return '2024-05-06T07:08:09';
    case 'textList':
      return [field.itemEnumeration ? Object.keys(field.itemEnumeration.values)[0] : 'word'];
    case 'metadata':
    case 'json':
      return { key: 'value' };
    case 'metadataList':
    case 'jsonList':
      return [{ key: 'value' }];
    case 'record':
      return '0123456789abcdefghijklmnopqrstuv';
    case 'variant':
      return completedMember(field, { [field.discriminator]: Object.keys(field.variants)[0] }, units);
    case 'object':
      return completedMember(field, {}, units);
    case 'list':
      return completedMember(field, [{}], units);
    case 'map':
      return completedMember(field, { name: {} }, units);
    case 'listMap':
      return completedMember(field, { name: [{}] }, units);
  }
}

function exampleText(field: Extract<Field, { kind: 'text' }>): string {
  if (field.equals !== undefined) return field.equals;
  if (field.enumeration) return Object.keys(field.enumeration.values)[0] ?? '';
  switch (field.format) {
    case 'recordId':
      return '0123456789abcdefghijklmnopqrstuv';
    case 'localTime':
      return '2024-05-06T07:08:09';
    case 'rfc3339':
      return '2024-05-06T07:08:09.1234567+02:00';
    case 'timezone':
      return 'US/Pacific';
    case 'url':
      return 'https://example.org/a?b=c';
    default:
      return 'plain';
  }
}

/** Fills in required fields, numbers last, because units determine their limits. */
function completed(
  fields: readonly Field[],
  rules: readonly Rule[] | undefined,
  patch: Patch,
  units: string | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...patch };
  const fill = (field: Field): void => {
    const handed = unitsOf(field, values, units);
    const given = values[field.name];
    values[field.name] =
      given === undefined ? exampleValue(field, handed) : completedMember(field, given, handed);
  };
  const byName = (name: string) => fields.find((field) => field.name === name) as Field;
  const isOpen = (field: Field) => values[field.name] === undefined;

  const ordered = [...fields].sort((one, other) => Number(isMeasured(one)) - Number(isMeasured(other)));
  for (const { name, allowedWhen, forbiddenWhen } of ordered) {
    if (!allowedWhen || !isPresent(values, name) || holds(allowedWhen, values)) continue;
    if (forbiddenWhen && holds(forbiddenWhen, values)) continue;
    if ('field' in allowedWhen && isOpen(byName(allowedWhen.field)))
      values[allowedWhen.field] = allowedWhen.in[0];
    if ('anyPresent' in allowedWhen)
      allowedWhen.anyPresent.slice(0, 1).map(byName).filter(isOpen).forEach(fill);
  }
  for (const field of ordered) if (field.required || !isOpen(field)) fill(field);
  for (const rule of rules ?? []) missingByRule(rule, values).map(byName).filter(isOpen).forEach(fill);
  for (const field of ordered) {
    const isWanted = field.requiredWhen && holds(field.requiredWhen, values) && isOpen(field);
    if (isWanted && !(field.forbiddenWhen && holds(field.forbiddenWhen, values))) fill(field);
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function isMeasured(field: Field): boolean {
  return 'unitsFrom' in field;
}

/** What a rule still requires. */
function missingByRule(rule: Rule, values: Patch): readonly string[] {
  if (!('glucoseTarget' in rule)) {
    const names = 'anyOf' in rule ? rule.anyOf : rule.oneOf;
    return names.some((name) => isPresent(values, name)) ? [] : names.slice(0, 1);
  }
  return isPresent(values, 'low') ? ['high'] : ['target'];
}

function completedMember(field: Field, given: unknown, units: string | undefined): unknown {
  if (given === null) return null;
  const item = (value: unknown): unknown =>
    'object' in field && isPatch(value)
      ? completed(field.object.fields, field.object.rules, value, units)
      : value;
  const items = (value: unknown): unknown => (Array.isArray(value) ? value.map(item) : value);
  const members = (value: unknown, each: (member: unknown) => unknown): unknown =>
    isPatch(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, each(member)]))
      : value;

  switch (field.kind) {
    case 'object':
      return item(given);
    case 'list':
      return items(given);
    case 'map':
      return members(given, item);
    case 'listMap':
      return members(given, items);
    case 'variant': {
      const variant = isPatch(given) && field.variants[String(given[field.discriminator])];
      return variant ? completed(variant.fields, variant.rules, given, units) : given;
    }
    default:
      return given;
  }
}

function unitsOf(field: Field, values: Patch, handedDown: string | undefined): string | undefined {
  const path = 'unitsFrom' in field ? field.unitsFrom : undefined;
  if (path === undefined || path === '^') return handedDown;
  const [name = '', member] = path.split('.');
  const value = values[name];
  const units = member === undefined ? value : isPatch(value) ? value[member] : undefined;
  return typeof units === 'string' ? units : undefined;
}

function isPresent(values: Patch, name: string): boolean {
  return values[name] !== undefined && values[name] !== null;
}

function holds(condition: Condition, values: Patch): boolean {
  if ('field' in condition) return condition.in.includes(values[condition.field] as string | number);
  if ('anyPresent' in condition) return condition.anyPresent.some((name) => isPresent(values, name));
  return condition.allAbsent.every((name) => !isPresent(values, name));
}
