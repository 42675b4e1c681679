import { badInput } from '../../platform/errors';
import { optionText, type Given } from './command';

const most = 1_000;

/** The option of commands that list something. */
export const limitOption = ['--limit <number>', `How many to show, up to ${most}.`, '50'] as const;

/** The value of `limitOption`. Throws when it is no number in the range. */
export function readLimit(given: Given): number {
  const text = optionText(given, 'limit') ?? '50';
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > most)
    throw badInput(`--limit must be a whole number from 1 to ${most}, and is "${text}".`);
  return limit;
}
