import type { IRules } from 'graphql-shield';
import type { SessionsEnded } from '../../../identity/auth/session-events';
import { anyUserThemselves, argumentUserId, check, partOfParent, trustedServerOn } from '../rules';

/** A person; also one whose own session has just ended, although the token is no longer valid. */
const userOrLoggedOut = check<Partial<SessionsEnded> | undefined>(
  ({ caller, sessionId }, _args, event) =>
    caller.kind === 'user' || (sessionId !== undefined && event?.sessionIds?.includes(sessionId) === true),
);

/** Sessions. The token determines which of them are the caller's. */
export const sessionRules: IRules = {
  Query: { mySessions: anyUserThemselves },
  Mutation: {
    endSession: anyUserThemselves,
    endUserSessions: trustedServerOn(argumentUserId),
  },
  Subscription: { mySessionEnded: userOrLoggedOut },
  SessionConnection: { edges: partOfParent, pageInfo: partOfParent },
  SessionEdge: { node: partOfParent },
};
