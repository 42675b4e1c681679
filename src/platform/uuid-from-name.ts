import { createHash } from 'node:crypto';

/** A deterministic UUID for a name (RFC 9562, version 8: our own hash). */
export function uuidFromName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether `uuidFromName` may have made an id: those that are random have another version. */
export const isUuidFromName = (id: string): boolean => pattern.test(id);
