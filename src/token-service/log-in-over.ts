import { PageError } from './page-error';
import type { LogInAttemptEntity } from './storage/log-in-attempt.entity';

/**
 * A log-in cannot go on in this browser: it has expired, is finished, or belongs to another one. While what its client
 * has asked for is known, the router begins it anew; else the person reads the sentence.
 */
export class LogInOver extends PageError {
  constructor(readonly attempt?: LogInAttemptEntity) {
    super(
      'This log-in has expired or is already finished. Please go back to the application and log in again.',
    );
  }
}
