import { hash, verify } from '@node-rs/argon2';

const shortest = 8;
const longest = 72;

/**
 * Whether a password is acceptable: 8 to 72 Unicode code points without space, tab, line feed, carriage return and
 * form feed. Everything else is allowed, even spaces of other scripts and emoji. An unpaired surrogate is not a code
 * point: it would be hashed as the replacement character.
 */
export function isAcceptablePassword(password: string): boolean {
  const length = [...password].length;
  return length >= shortest && length <= longest && !/[ \t\n\r\f\p{Surrogate}]/u.test(password);
}

const passes = 2;

/** Hashes and verifies passwords with Argon2id: two passes, one lane, and by default 19 MiB, as OWASP recommends. */
export class PasswordHasher {
  /** Prefix of a hash with the current parameters, in PHC format. */
  private readonly prefix: string;

  /** A dummy hash: comparing with it takes as long as comparing with a real one. */
  private decoy: Promise<string> | undefined;

  /** @param memory KiB for one hash */
  constructor(private readonly memory: number) {
    this.prefix = `$argon2id$v=19$m=${memory},t=${passes},p=1$`;
  }

  hash(password: string): Promise<string> {
    return hash(password, { algorithm: 2, memoryCost: this.memory, timeCost: passes, parallelism: 1 });
  }

  /** Whether a hash has outdated parameters. The password is rehashed at the next log-in. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(this.prefix);
  }

  /** Takes the same time whether or not there is a hash to compare with. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    this.decoy ??= this.hash('no account has this password');
    const matches = await verify(passwordHash ?? (await this.decoy), password);
    return matches && passwordHash !== null;
  }
}
