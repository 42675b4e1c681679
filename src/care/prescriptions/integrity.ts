import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/validation/values/json';
import type { PrescriptionAttributes } from './attributes';
import { withoutAbsent } from '../../platform/without-absent';

/** Name of the algorithm of `integrityHash`. */
export const hashAlgorithm = 'JCSSHA512';

/** Whether a required text or number was left empty. */
const isEmpty = (value: unknown): boolean => value === '' || value === 0;

/** Removes the named properties if they are empty; other properties keep empty values. */
function withoutEmpty<Value extends object>(value: Value, ...names: (keyof Value)[]) {
  const members = Object.entries(value).filter(
    ([name, member]) => !(names.includes(name as keyof Value) && isEmpty(member)),
  );
  return Object.fromEntries(members) as Value;
}

/**
 * The attributes in the form that is hashed and stored. A few empty properties count as absent, because clients that
 * write prescriptions omit them when they compute the hash.
 */
export function keptAttributes(given: PrescriptionAttributes): PrescriptionAttributes {
  const { weight, phoneNumber, initialSettings, ...rest } = withoutAbsent(given) as PrescriptionAttributes;
  return {
    ...rest,
    ...(weight && { weight: withoutEmpty(weight, 'units') }),
    ...(phoneNumber && { phoneNumber: withoutEmpty(phoneNumber, 'number', 'countryCode') }),
    ...(initialSettings && { initialSettings: withoutEmpty(initialSettings, 'bloodGlucoseUnits') }),
  };
}

/**
 * The hash of a revision: SHA-512 of the canonical JSON (RFC 8785) of its stored attributes, as 128 lower-case
 * hexadecimal characters.
 */
export const integrityHash = (attributes: PrescriptionAttributes): string =>
  createHash('sha512')
    .update(canonicalJson({ ...attributes, state: attributes.state ?? '' }))
    .digest('hex');
