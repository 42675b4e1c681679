import { distance } from 'fastest-levenshtein';

/** Shorter names are near to each other, and to those of other programs, by chance. */
const shortestName = 6;
/** Longer names may differ by two edits. */
const longName = 10;

const sorted = (name: string): string => [...name].sort().join('');

const isAlike = (name: string, known: string): boolean =>
  known.length >= shortestName &&
  // A longer name is a variable of its own, such as DATABASE_URL_2.
  !name.startsWith(`${known}_`) &&
  // Each name is compared with each: most pairs differ in length alone.
  Math.abs(name.length - known.length) <= 2 &&
  (distance(name, known) <= (known.length < longName ? 1 : 2) ||
    (name.length === known.length && sorted(name) === sorted(known)));

/**
 * Variables of an environment that are no settings, but nearly spelled like one: what somebody meant to set would be
 * ignored. Pairs of the variable and the setting.
 */
export function misspelledSettings(given: readonly string[], known: readonly string[]): [string, string][] {
  const names = new Set(known);
  return given
    .filter((name) => !names.has(name) && /^[A-Z][A-Z\d_]*$/.test(name))
    .flatMap((name): [string, string][] => {
      const meant = known.find((each) => !given.includes(each) && isAlike(name, each));
      return meant === undefined ? [] : [[name, meant]];
    });
}
