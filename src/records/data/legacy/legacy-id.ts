import { createHash } from 'node:crypto';

const digits = '0123456789abcdefghijklmnopqrstuv';
const bitsOfDigit = 5;

/**
 * The id of a record that was sent without one: SHA-1 of its identifying fields and the word `bootstrap`, each
 * followed by an underscore, as 32 digits in base 32 (RFC 4648, section 7, in lower case). It identifies repeated
 * records, so it must never change.
 */
export function legacyId(texts: readonly string[]): string {
  const hash = createHash('sha1');
  for (const text of [...texts, 'bootstrap']) hash.update(text).update('_');
  return base32(hash.digest());
}

/** Reads five bits at a time; a SHA-1 has 160 bits, so none are left over. */
function base32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let digit = (bytes.length * 8) / bitsOfDigit - 1; digit >= 0; digit -= 1) {
    text += digits[Number((bits >> BigInt(digit * bitsOfDigit)) & 31n)];
  }
  return text;
}
