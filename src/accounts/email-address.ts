const pattern = /^[^@ \t\n\r\f]+@([-a-z0-9]+\.)+[a-z]{2,}$/i;

/** True for an address as accounts have it; no blanks around it, at most 254 characters (RFC 5321). */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text);

/** Addresses are kept and compared in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();
