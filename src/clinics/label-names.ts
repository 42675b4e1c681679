import { badInput } from '../errors';
import { foldCase } from './folding';

interface NameRule {
  what: string;
  longest: number;
  pattern: RegExp;
  allowed: string;
}

/** Letters and digits of any script, and few signs; white space, but not at the start. */
const tagRule: NameRule = {
  what: 'tag',
  longest: 20,
  pattern: /^[\p{L}\p{N}_+><-][\p{L}\p{N}\t\n\f\r _+><-]*$/u,
  allowed: 'letters, digits, blanks and the signs _ + > < -',
};

/** Letters and digits of any script, all printable ASCII, and blanks, but not at the start. */
const siteRule: NameRule = {
  what: 'site',
  longest: 200,
  pattern: /^[\p{L}\p{N}!-~][\p{L}\p{N} -~]*$/u,
  allowed: 'letters, digits, blanks and printable ASCII',
};

function assertName(name: string, { what, longest, pattern, allowed }: NameRule): void {
  const length = [...name].length;
  if (length >= 1 && length <= longest && pattern.test(name)) return;
  const detail = `The name of a ${what} has 1 to ${longest} characters: ${allowed}, and no blank at the start.`;
  const source = { pointer: '/input/name' };
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

/** The name of a tag as it is kept. Throws when it is not valid. */
export function tagName(name: string): string {
  assertName(name, tagRule);
  return name.trim();
}

/** The name of a site as it is kept. Throws when it is not valid. */
export function siteName(name: string): string {
  assertName(name, siteRule);
  return name;
}

/** What names of tags are compared by: neither case nor blanks count. */
export const tagNameKey = (name: string): string => foldCase(name).replace(/\s/g, '');

/** What names of sites are compared by: case does not count, blanks and accents do. */
export const siteNameKey = (name: string): string => foldCase(name);
