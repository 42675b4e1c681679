import { topic } from '../../platform/events/topic';

/** Sessions that have ended: through a log-out, a new password, or remotely by their owner. */
export interface SessionsEnded {
  sessionIds: string[];
}

/** Ended sessions of an account. */
export const sessionEvents = topic<SessionsEnded>('session');
