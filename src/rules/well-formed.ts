import { badInput, type ApiError, type Finding } from '../errors';

const surrogate = /[\uD800-\uDFFF]/;
const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** An escape of JSON that stands for a surrogate; without one, JSON in UTF-8 has no half of a pair. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/**
 * Whether each half of a surrogate pair in a text has its other half. UTF-8 has no other texts: what is not well-formed
 * would come back as something else.
 */
const isWellFormed = (text: string): boolean => !surrogate.test(text) || !loneSurrogate.test(text);

const partOfPointer = (key: string): string =>
  `/${key.replace(loneSurrogates, '\uFFFD').replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Where a text or a key of a JSON value is not well-formed: a JSON pointer. */
function malformedPlace(value: unknown, place: string): string | undefined {
  if (typeof value === 'string') return isWellFormed(value) ? undefined : place;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const inner = place + partOfPointer(key);
    const found = isWellFormed(key) ? malformedPlace(member, inner) : inner;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong with the text at a place of the input. */
export const notWellFormed = (pointer: string): Finding => ({
  code: 'value-not-valid',
  title: 'value is not valid',
  detail: `The text at "${pointer}" has half of a surrogate pair (U+D800 to U+DFFF), which is no character.`,
  source: { pointer },
});

/** The refusal of a JSON value that has a text which is not well-formed, if there is one. */
export function malformedTextIn(value: unknown): ApiError | undefined {
  const pointer = malformedPlace(value, '');
  if (pointer === undefined) return undefined;
  const finding = notWellFormed(pointer);
  return badInput(finding.detail, [finding]);
}

/** `malformedTextIn` for JSON that was parsed from UTF-8: nearly all of it need not be looked through. */
export const malformedTextOf = (value: unknown, json: string): ApiError | undefined =>
  escapedSurrogate.test(json) ? malformedTextIn(value) : undefined;
