import { badInput } from '../../../src/platform/errors';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * E-mail address and password of an `Authorization: Basic` header (RFC 7617). The password may contain colons.
 * Throws when there is no such header or it cannot be taken apart.
 */
export function basicCredentials(header: string | undefined): { email: string; password: string } {
  const missing = badInput('Missing id and/or password');
  const encoded = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) throw missing;
  const text = decoded(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  if (colon < 0 || text === ':') throw missing;
  return { email: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Bytes that are not UTF-8 can match no password; they are read in a way that keeps them from doing so. */
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
