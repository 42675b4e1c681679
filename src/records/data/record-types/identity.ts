import { createHash } from 'node:crypto';

/**
 * The hash that identifies duplicate records: SHA-256 of the parts joined by `|`, in standard base64. The parts are
 * the owner's user id, the device id of the record or the id of its data set, and the record's own identity.
 */
export function identityHash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('|')).digest('base64');
}

/** The time in an identity: UTC, without trailing zeros in the fraction. Takes normalized time text. */
export function identityTime(normalizedTime: string): string {
  if (normalizedTime.endsWith('.000Z')) return `${normalizedTime.slice(0, -'.000Z'.length)}Z`;
  return normalizedTime.replace(/0*Z$/, 'Z');
}

/** The shortest decimal that reads back as the same double, never with an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  const exponentAt = text.indexOf('e');
  if (exponentAt < 0) return text;

  const exponent = Number(text.slice(exponentAt + 1));
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = text.slice(sign.length, exponentAt).split('.');
  const digits = whole + fraction;
  const pointAt = whole.length + exponent;
  if (pointAt <= 0) return `${sign}0.${'0'.repeat(-pointAt)}${digits}`;
  return sign + digits.padEnd(pointAt, '0');
}
