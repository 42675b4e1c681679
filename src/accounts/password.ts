import { hash, verify } from '@node-rs/argon2';

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

const passes = 2;

/**
 * Hashes passwords with Argon2id and compares with such hashes: two passes, one lane, and unless the settings say
 * otherwise 19 MiB, as OWASP recommends for stored passwords.
 */
export class PasswordHasher {
  /** How a hash with today's parameters begins in PHC format. */
  private readonly prefix: string;

  /** The hash of no password at all: comparing with it takes as long as comparing with a real one. */
  private decoy: Promise<string> | undefined;

  /** @param memory KiB that one hash takes */
  constructor(private readonly memory: number) {
    this.prefix = `$argon2id$v=19$m=${memory},t=${passes},p=1$`;
  }

  hash(password: string): Promise<string> {
    return hash(password, { algorithm: 2, memoryCost: this.memory, timeCost: passes, parallelism: 1 });
  }

  /**
   * True for a hash that was made with other parameters than today's. Its password is hashed anew when somebody shows
   * that they know it.
   */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(this.prefix);
  }

  /** Compares in the same time whether or not there is a hash to compare with. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    this.decoy ??= this.hash('no account has this password');
    const matches = await verify(passwordHash ?? (await this.decoy), password);
    return matches && passwordHash !== null;
  }
}
