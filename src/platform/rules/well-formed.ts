import { badInput, type ApiError, type Finding } from '../errors';

/** A JSON escape of a surrogate; without one, JSON in UTF-8 has no unpaired surrogates. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** Whether all surrogates in a text are paired. UTF-8 cannot represent other texts: they would come back changed. */
export const isWellFormed = (text: string): boolean => text.isWellFormed();

/** A key as the last part of a JSON pointer. */
export const partOfPointer = (key: string): string =>
  `/${key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A JSON pointer to a malformed text or key within a JSON value; empty if it is itself malformed. */
function malformedPlace(value: unknown): string | undefined {
  if (typeof value === 'string') return isWellFormed(value) ? undefined : '';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const within = isWellFormed(key) ? malformedPlace(member) : '';
    if (within !== undefined) return partOfPointer(key) + within;
  }
  return undefined;
}

/** The finding for malformed text at a place in the input. */
const notWellFormed = (pointer: string): Finding => ({
  code: 'value-not-valid',
  title: 'value is not valid',
  detail: `The text at "${pointer}" contains an unpaired surrogate (U+D800 to U+DFFF), which is not a character.`,
  source: { pointer },
});

/** The refusal of a JSON value with malformed text, if it has any. */
export function malformedTextIn(value: unknown): ApiError | undefined {
  const pointer = malformedPlace(value);
  if (pointer === undefined) return undefined;
  const finding = notWellFormed(pointer);
  return badInput(finding.detail, [finding]);
}

/** Whether JSON in UTF-8 may contain an unpaired surrogate. */
export const hasEscapedSurrogate = (json: string): boolean => escapedSurrogate.test(json);

/** `malformedTextIn` for JSON parsed from UTF-8: nearly always there is no need to search the value. */
export const findMalformedText = (value: unknown, json: string): ApiError | undefined =>
  hasEscapedSurrogate(json) ? malformedTextIn(value) : undefined;
