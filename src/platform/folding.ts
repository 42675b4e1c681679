import { createHash } from 'node:crypto';

/** Letters that have no accent to take away and still are sorted beside plain ones. */
const expansions: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const longestKey = 190;

/** Has no case in common with `i`, though its capital looks like that of `i`. */
const dotlessI = 'ı';

/**
 * One character in the form that it shares with all that differ from it in nothing but case: full case folding of
 * Unicode (CaseFolding.txt, C and F), by way of the capital, so that `ß` is `ss` and `ς` is `σ`.
 */
const foldCharacter = (character: string): string =>
  character === dotlessI ? character : character.toLowerCase().toUpperCase().toLowerCase();

/** Beyond this, a text is no name. */
const longText = 1_000;

/** More marks on one letter than any language has, which Unicode calls stream-safe (UAX #15, section 13). */
const manyMarks = /(\p{M}{30})(?=\p{M})/gu;

/** Parts a run of marks with a joiner: normalization sorts marks, for which a long run takes time by its square. */
const streamSafe = (text: string): string =>
  text.length > longText ? text.replace(manyMarks, '$1\u034F') : text;

/**
 * Text without case, with its accents. Character by character: in the lower case of a whole text, a sigma depends on
 * the letters around it, so that the beginning of a word would not be found in the word.
 */
export const foldCase = (text: string): string =>
  [...streamSafe(text).normalize('NFC')].map(foldCharacter).join('');

/**
 * Accents, and the points of Hebrew and Arabic, which few people type. Signs of other scripts are vowels, and the marks
 * of Japanese make other syllables: they stay.
 */
const accents = /(?![\u3099\u309A])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/**
 * Text without case and accents: what names and numbers are compared, searched and sorted by. Nearly the primary strength of a
 * collation; what is kept beyond it tells people apart.
 */
export const fold = (text: string): string =>
  foldCase(streamSafe(text).normalize('NFKD').replace(accents, ''))
    .replace(/[æœøđðłþı]/g, (letter) => expansions[letter] ?? letter)
    .normalize('NFC');

/** The key that names are sorted by; it fits into an index. */
export const sortKey = (text: string): string => [...fold(text)].slice(0, longestKey).join('');

/** The words of a search, once each; all of them are to be found, in any order. */
export const searchedWords = (search: string): string[] => [
  ...new Set(
    fold(search)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];

/** A control character is in no name: a search for one finds nothing, even where it separates texts. */
export const isFindable = (word: string): boolean => !/\p{Cc}/u.test(word);

/** Several texts to search in at once. Nobody is found by the mark between them. */
export const searchableTexts = (...texts: (string | null | undefined)[]): string =>
  fold(texts.map((text) => text ?? '').join('\u0001'));

/** SHA-256 in base64: for comparing texts of any length byte by byte. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
