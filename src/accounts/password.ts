import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes, one lane: the OWASP password storage recommendation. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How a hash with these parameters begins in PHC format. */
const prefix = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

const shortest = 8;
const longest = 72;

/**
 * True for a password that may be set: 8 to 72 Unicode code points, none of blank, tab, line feed, carriage return
 * and form feed. Everything else is allowed, blanks of other scripts and emoji too. Half a surrogate pair is no code
 * point: it would be hashed as the replacement character.
 */
export function isAcceptablePassword(password: string): boolean {
  const length = [...password].length;
  return length >= shortest && length <= longest && !/[ \t\n\r\f\p{Surrogate}]/u.test(password);
}

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/**
 * True for a hash that was made with other parameters than today's. Its password is hashed anew when somebody shows
 * that they know it.
 */
export const isOutdatedHash = (passwordHash: string): boolean => !passwordHash.startsWith(prefix);

/** The hash of no password at all: comparing with it takes as long as comparing with a real one. */
let decoy: Promise<string> | undefined;

/** Compares in the same time whether or not there is a hash to compare with. */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
}
