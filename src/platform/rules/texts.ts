import type { Check } from './check';

/** Maximum length of a name, in Unicode code points. */
export const longestLine = 255;

const longestQuoted = 64;

/** Only white space and invisible characters. */
const blank = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** Control characters, line breaks and noncharacters: no line of text contains them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => blank.test(text);

/** As much of a text as a line can have. */
export const shortened = (text: string): string => [...text].slice(0, longestLine).join('');

/** A text as repeated in messages: quoted, and cut if it is long. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > longestQuoted ? `${text.slice(0, longestQuoted)}...` : text);

/**
 * A single line of text, such as a name: not blank, of limited length, without control characters. Surrounding
 * spaces are kept.
 */
export const line =
  ({ longest = longestLine, mayBeBlank = false } = {}): Check<string> =>
  (value) => {
    if (!mayBeBlank && isBlank(value)) return ['value-empty', 'It must not be blank.'];
    if (value.length > longest && [...value].length > longest)
      return ['length-out-of-range', `It has more than ${longest} characters.`];
    return unprintable.test(value)
      ? ['value-not-valid', 'It must not contain control characters or line breaks.']
      : undefined;
  };
