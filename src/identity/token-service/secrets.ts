import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** An unguessable value for a code or a cookie: 32 random bytes, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in base64url: the stored form of a secret. */
export const digestSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/** Compares digests in constant time. */
export function sameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
