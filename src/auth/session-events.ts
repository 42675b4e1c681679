import { topic } from '../events/topic';

/** Sessions that were ended: by a log-out, a new password, or their owner from elsewhere. */
export interface SessionsEnded {
  sessionIds: string[];
}

/** The ends of an account's sessions. */
export const sessionEvents = topic<SessionsEnded>('session');
