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

const toWords = (name: string): string[] => name.split(/[\d_]+/);

/** Words that other programs use where settings here have another one. */
const otherWords = ['URI'];

/** A variable that is not a setting, but nearly spelled like one. */
export interface Lookalike {
  name: string;
  setting: string;
}

/** Variables of an environment that nearly have the name of a setting. */
export interface Lookalikes {
  /** Misspelled, or of settings that are not given: what somebody meant to set would be ignored. */
  mistakes: Lookalike[];
  /** Well-formed, of settings that are given: these may belong to another program, such as `REDIS_URI` beside `REDIS_URL`. */
  strangers: Lookalike[];
}

/**
 * @param given names of the variables of an environment
 * @param known names of all settings
 */
export function findLookalikes(given: readonly string[], known: readonly string[]): Lookalikes {
  const names = new Set(known);
  const words = new Set([...known.flatMap(toWords), ...otherWords]);
  const found: Lookalikes = { mistakes: [], strangers: [] };
  for (const name of given.filter((each) => !names.has(each) && /^[A-Z][A-Z\d_]*$/.test(each))) {
    const alike = known.filter((each) => isAlike(name, each));
    const setting = alike.find((each) => !given.includes(each)) ?? alike[0];
    if (setting === undefined) continue;
    const isStranger = given.includes(setting) && toWords(name).every((word) => words.has(word));
    (isStranger ? found.strangers : found.mistakes).push({ name, setting });
  }
  return found;
}
