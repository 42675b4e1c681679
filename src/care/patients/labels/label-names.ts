import { badInput } from '../../../platform/errors';
import { foldCase } from '../../../platform/folding';
import { longestSiteName, longestTagName } from './label-body';

interface NameRule {
  what: string;
  longest: number;
  pattern: RegExp;
  allowed: string;
}

/** Letters and digits of any script, and few signs; white space, but not at the start. */
const tagRule: NameRule = {
  what: 'tag',
  longest: longestTagName,
  pattern: /^[\p{L}\p{N}_+><-][\p{L}\p{N}\t\n\f\r _+><-]*$/u,
  allowed: 'letters, digits, spaces and the signs _ + > < -',
};

/** Letters and digits of any script, all printable ASCII, and spaces, but not at the start. */
const siteRule: NameRule = {
  what: 'site',
  longest: longestSiteName,
  pattern: /^[\p{L}\p{N}!-~][\p{L}\p{N} -~]*$/u,
  allowed: 'letters, digits, spaces and printable ASCII',
};

function assertName(name: string, { what, longest, pattern, allowed }: NameRule): void {
  const length = [...name].length;
  if (length >= 1 && length <= longest && pattern.test(name)) return;
  const detail = `The name of a ${what} has 1 to ${longest} characters: ${allowed}, and must not begin with a space.`;
  const source = { pointer: '/input/name' };
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

/** The stored form of a tag name. Throws when it is invalid. */
export function tagName(name: string): string {
  assertName(name, tagRule);
  return name.trim();
}

/** The stored form of a site name. Throws when it is invalid. */
export function siteName(name: string): string {
  assertName(name, siteRule);
  return name;
}

/** Comparison key of tag names: ignores case and white space. */
export const tagNameKey = (name: string): string => foldCase(name).replace(/\s/g, '');

/** Comparison key of site names: ignores case; spaces and accents count. */
export const siteNameKey = (name: string): string => foldCase(name);

/**
 * An unused name: the name itself, or with a number, `Name (2)`; an existing number is incremented.
 *
 * @param isTaken whether a name is used
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const [, stem = name, number = '1'] = /^(.*) \((\d{1,9})\)$/s.exec(name) ?? [];
  for (let next = Number(number) + 1; ; next += 1) {
    const candidate = `${stem} (${next})`;
    if (!isTaken(candidate)) return candidate;
  }
}
