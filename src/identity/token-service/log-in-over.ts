import { PageError } from './page-error';
import type { LogInAttemptEntity } from './storage/log-in-attempt.entity';

/**
 * A log-in that cannot continue in this browser: it has expired, is finished, or belongs to another one. While its
 * authorization request is known, the router starts it over; otherwise the person sees the message.
 */
export class LogInOver extends PageError {
  constructor(readonly attempt?: LogInAttemptEntity) {
    super(
      'This log-in has expired or is already finished. Please go back to the application and log in again.',
    );
  }
}
