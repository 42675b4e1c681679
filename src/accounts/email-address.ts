const pattern = /^[^@ \t\n\r\f]+@([-a-z0-9]+\.)+[a-z]{2,}$/i;

/** RFC 5321. Counted in lower case, in which some letters become two. */
const longest = 254;

/** True for an address as accounts have it; no blanks around it, at most 254 characters. */
export const isEmailAddress = (text: string): boolean =>
  normalizeEmail(text).length <= longest && pattern.test(text);

/** Addresses are kept and compared in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();
