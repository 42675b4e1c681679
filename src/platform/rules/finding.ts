import { badInput, type Finding } from '../errors';
import { titles, type Check, type Problem } from './check';
import { quoted } from './texts';

/** A finding at a place in the input, such as `/attributes/firstName`. */
export const findingAt = (place: string, [code, detail]: Problem): Finding => ({
  code,
  title: titles[code],
  detail,
  source: { pointer: `/input${place}` },
});

/** The first problem of a value; absent values are valid. */
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

/** `optional` for a value that must not be absent. */
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
    words.includes(value)
      ? undefined
      : ['value-not-allowed', `${quoted(value)} is none of ${words.join(', ')}.`];

export const notEmpty: Check<string> = (value) =>
  value === '' ? ['value-empty', 'It must not be empty.'] : undefined;

/** Both limits are inclusive. */
export const within =
  (minimum: number, maximum: number): Check<number> =>
  (value) =>
    value >= minimum && value <= maximum
      ? undefined
      : ['value-out-of-range', `${value} is not between ${minimum} and ${maximum}.`];

export const above =
  (limit: number): Check<number> =>
  (value) =>
    value > limit ? undefined : ['value-out-of-range', `${value} is not greater than ${limit}.`];

/**
 * Throws if there are any findings. The message names the field of the first one.
 *
 * @param place in the input, without which fields are named
 */
export function refuse(findings: readonly Finding[], place = ''): void {
  const [first] = findings;
  if (!first) return;
  const field = first.source?.pointer?.replace(`/input${place}/`, '') ?? '';
  throw badInput(`"${field}" is invalid: ${first.detail}`, [...findings]);
}
