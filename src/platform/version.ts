import { createHash } from 'node:crypto';
import { ApiError } from './errors';

/** Characters of a version: 132 bits. */
const length = 22;

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * The version of a list of values: the same as long as they are equal, whenever and however often they were written.
 * Absent values equal null.
 */
export const computeVersion = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values, inOrder)).digest('base64url').slice(0, length);

/** Throws when a version is not the one that the sender of a change has seen. */
export function assertVersion(seen: string, present: string): void {
  if (seen === present) return;
  throw new ApiError(
    'PRECONDITION_FAILED',
    'It has been changed since. Read it again, and repeat the change.',
  );
}
