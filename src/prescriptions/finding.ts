import type { Finding } from '../errors';

const titles = {
  'value-not-exists': 'value does not exist',
  'value-exists': 'value exists',
  'value-empty': 'value is empty',
  'value-not-empty': 'value is not empty',
  'value-not-true': 'value is not true',
  'value-out-of-range': 'value is out of range',
  'value-not-allowed': 'value is not one of the allowed values',
  'value-not-matches': 'value has another form',
  'value-not-valid': 'value is not valid',
  'value-not-before': 'value is not before',
  'length-out-of-range': 'length is out of range',
} as const;

export type FindingCode = keyof typeof titles;

/** What is wrong with a value, and a sentence that says why. */
export type Problem = readonly [code: FindingCode, detail: string];

/** Says what is wrong with a value that is there; undefined when nothing is. */
export type Check<Value> = (value: Value) => Problem | undefined;

/** A finding at a place of the input, such as `/attributes/firstName`. */
export const findingAt = (place: string, [code, detail]: Problem): Finding => ({
  code,
  title: titles[code],
  detail,
  source: { pointer: `/input${place}` },
});

/** The first thing that is wrong with a value; nothing is wrong with an absent one. */
export function optional<Value>(
  place: string,
  value: Value | undefined,
  ...checks: readonly Check<Value>[]
): Finding[] {
  if (value === undefined) return [];
  for (const check of checks) {
    const problem = check(value);
    if (problem) return [findingAt(place, problem)];
  }
  return [];
}

/** `optional` of a value that must not be absent. */
export const required = <Value>(
  place: string,
  value: Value | undefined,
  ...checks: readonly Check<Value>[]
): Finding[] =>
  value === undefined
    ? [findingAt(place, ['value-not-exists', 'A value is required here.'])]
    : optional(place, value, ...checks);

export const oneOf =
  (...words: readonly string[]): Check<string> =>
  (value) =>
    words.includes(value) ? undefined : ['value-not-allowed', `"${value}" is none of ${words.join(', ')}.`];

export const notEmpty: Check<string> = (value) =>
  value === '' ? ['value-empty', 'It must not be empty.'] : undefined;

/** Both limits are allowed. */
export const within =
  (minimum: number, maximum: number): Check<number> =>
  (value) =>
    value >= minimum && value <= maximum
      ? undefined
      : ['value-out-of-range', `${value} does not lie between ${minimum} and ${maximum}.`];

export const above =
  (limit: number): Check<number> =>
  (value) =>
    value > limit ? undefined : ['value-out-of-range', `${value} is not greater than ${limit}.`];
