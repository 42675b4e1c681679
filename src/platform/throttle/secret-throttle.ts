import type { Subject, Throttle } from './throttle';

/**
 * Minimum length of a secret that cannot be guessed in any number of attempts: 64 bits in hexadecimal digits, above
 * which NIST SP 800-63B (5.1.2.2) requires no rate limit for random secrets.
 */
export const longSecretLength = 16;

export const isLongSecret = (secret: string): boolean => secret.length >= longSecretLength;

/**
 * Throttles guesses at secrets of programs. A long secret always works when it is right, so that sharing a network
 * with the program, and knowing its name, is not enough to lock it out. A short one could be guessed, so it is
 * throttled like everything else.
 */
export class SecretThrottle {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Runs an attempt with a secret.
   *
   * @param readings the secret, in each form that the sender may have meant
   * @param hasFailed whether an error of `attempt` means that the secret was wrong
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
