import type { Finding } from '../errors';
import { findingAt } from './finding';
import { partOfPointer } from './well-formed';

/** The first number in a JSON value that is read as infinite, such as `1e400`: it would be stored as null. */
export function findInfinite(place: string, value: unknown): Finding[] {
  if (typeof value === 'number' && !Number.isFinite(value))
    return [findingAt(place, ['value-out-of-range', 'The number is too large to be stored.'])];
  if (typeof value !== 'object' || value === null) return [];
  for (const [key, member] of Object.entries(value)) {
    const found = findInfinite(place + partOfPointer(key), member);
    if (found.length > 0) return found;
  }
  return [];
}
