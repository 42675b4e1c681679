import type { Check } from './check';

/** What people call somebody or something; longer texts are no names. Unicode code points. */
export const longestLine = 255;

const longestQuoted = 64;

/** Nothing but white space and characters that are not seen. */
const blank = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** Control characters, line ends, and what stands for no character: no line of text has them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** True when there is nothing to see in a text. */
export const isBlank = (text: string): boolean => blank.test(text);

/** A text as messages repeat it: in quotes, and cut when it is long. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > longestQuoted ? `${text.slice(0, longestQuoted)}...` : text);

/**
 * A text of one line that people read, such as a name: not blank, of limited length, without control characters.
 * Blanks around it are kept.
 */
export const line =
  ({ longest = longestLine, mayBeBlank = false } = {}): Check<string> =>
  (value) => {
    if (!mayBeBlank && isBlank(value)) return ['value-empty', 'It must not be blank.'];
    if (value.length > longest && [...value].length > longest)
      return ['length-out-of-range', `It has more than ${longest} characters.`];
    return unprintable.test(value)
      ? ['value-not-valid', 'It must not contain control characters or line ends.']
      : undefined;
  };
