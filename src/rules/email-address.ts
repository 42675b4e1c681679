import { findingAt, refuse } from './finding';

/**
 * The form of addresses: one part before the one @, and a domain of several labels. The first part has no blanks,
 * no characters that nobody sees, and none that mail programs take for the frame of an address: `<a@example.org` and
 * `"a"@example.org` would be other spellings of one mailbox.
 */
const pattern = /^[^@\s\p{C}\p{Default_Ignorable_Code_Point}"(),:;<>[\]\\]+@([-A-Za-z0-9]+\.)+[A-Za-z]{2,}$/u;

/** RFC 5321. Counted in lower case, in which some letters become two. */
const longest = 254;

/**
 * True for the address of a mailbox, without blanks around it and of at most 254 characters. The one rule for whatever
 * is an address: of accounts, invitations, people of clinics and patients.
 */
export const isEmailAddress = (text: string): boolean =>
  normalizeEmail(text).length <= longest && pattern.test(text);

/** Addresses are kept, compared and counted in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** Throws when somebody names several addresses for an account, which has one. */
export function assertOneAddress(emails: readonly string[] = []): void {
  const distinct = new Set(emails.map(normalizeEmail));
  if (distinct.size > 1)
    refuse([findingAt('/emails', ['length-out-of-range', 'An account has one e-mail address.'])]);
}
