import { badInput } from '../../../src/platform/errors';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The email address and password in an `Authorization: Basic` header (RFC 7617). The password may contain colons.
 * Throws when the header is missing or malformed.
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

/** Bytes that are not UTF-8 match no password; decoding must not make them match one. */
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
