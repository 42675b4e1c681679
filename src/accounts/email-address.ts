import { findingAt, refuse } from '../rules/finding';

const pattern = /^[^@ \t\n\r\f]+@([-a-z0-9]+\.)+[a-z]{2,}$/i;

/** RFC 5321. Counted in lower case, in which some letters become two. */
const longest = 254;

/** True for an address as accounts have it; no blanks around it, at most 254 characters. */
export const isEmailAddress = (text: string): boolean =>
  normalizeEmail(text).length <= longest && pattern.test(text);

/** Addresses are kept and compared in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** Throws when somebody names several addresses for an account, which has one. */
export function assertOneAddress(emails: readonly string[] = []): void {
  const distinct = new Set(emails.map(normalizeEmail));
  if (distinct.size > 1)
    refuse([findingAt('/emails', ['length-out-of-range', 'An account has one e-mail address.'])]);
}
