import { createHash } from 'node:crypto';

/** Letters that have no accent to take away and still are sorted beside plain ones. */
const expansions: Readonly<Record<string, string>> = {
  ß: 'ss',
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

/** Text without case and accents: what is the same at the primary strength of a collation. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => expansions[letter] ?? letter);

/** The key that names are sorted by; it fits into an index. */
export const sortKey = (text: string): string => [...fold(text)].slice(0, longestKey).join('');

/** Text in lower case with its accents: what searches are done in. */
export const searchable = (text: string): string => text.normalize('NFC').toLowerCase();

/** Several texts to search in at once. The mark between them is in no text that anybody types. */
export const searchableTexts = (...texts: (string | null | undefined)[]): string =>
  searchable(texts.map((text) => text ?? '').join('\u0001'));

/** SHA-256 in base64: for comparing texts of any length byte by byte. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
