import type { Subject, Throttle } from './throttle';

/**
 * Fewest characters of a secret that nobody guesses, however often they may try: 64 bits in hexadecimal digits, the
 * bound above which NIST SP 800-63B (5.1.2.2) asks for no limit on guesses of random secrets.
 */
export const longSecretLength = 16;

export const isLongSecret = (secret: string): boolean => secret.length >= longSecretLength;

/**
 * Slows down whoever tries secrets of programs. A long one that is right always passes: whoever shares a network with the
 * program, and knows its name, cannot lock it out. A short one could be guessed, so it has to wait with all others.
 */
export class SecretThrottle {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Lets somebody try a secret.
   *
   * @param readings the secret, in each reading that the sender may have meant
   * @param hasFailed whether an error of `attempt` says that the secret was wrong
   */
  attempt<T>(
    subject: Subject,
    readings: readonly string[],
    attempt: () => Promise<T>,
    hasFailed: (error: unknown) => boolean,
  ): Promise<T> {
    return readings.every(isLongSecret)
      ? this.throttle.attemptOfUnguessable(subject, attempt, hasFailed)
      : this.throttle.attempt(subject, attempt, hasFailed);
  }
}
