import { findingAt, refuse } from './finding';

/**
 * The form of addresses: a local part without @, and a domain with several labels. The local part contains no
 * spaces, no invisible characters, and none that mail programs use for syntax: `<a@example.org` and
 * `"a"@example.org` would be other spellings of one mailbox.
 */
const pattern = /^[^@\s\p{C}\p{Default_Ignorable_Code_Point}"(),:;<>[\]\\]+@([-A-Za-z0-9]+\.)+[A-Za-z]{2,}$/u;

/** RFC 5321. Counted in lower case, where some letters become two. */
export const longestAddress = 254;

/**
 * Whether a text is an email address without surrounding spaces and with at most 254 characters. The one rule for
 * all addresses: of accounts, invitations, clinicians and patients.
 */
export const isEmailAddress = (text: string): boolean =>
  normalizeEmail(text).length <= longestAddress && pattern.test(text);

/** Addresses are stored, compared and counted in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** Throws when several addresses are given for an account, which has one. */
export function assertOneAddress(emails: readonly string[] = []): void {
  const distinct = new Set(emails.map(normalizeEmail));
  if (distinct.size > 1)
    refuse([findingAt('/emails', ['length-out-of-range', 'An account has one email address.'])]);
}
