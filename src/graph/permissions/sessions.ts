import type { IRules } from 'graphql-shield';
import type { SessionsEnded } from '../../auth/session-events';
import { anyUserThemselves, argumentUserId, check, partOfParent, trustedServerOn } from './rules';

/** A person; and whose own session has ended hears of that, although the token is good no more. */
const userOrLoggedOut = check<Partial<SessionsEnded> | undefined>(
  ({ caller, sessionId }, _args, event) =>
    caller.kind === 'user' || (sessionId !== undefined && event?.sessionIds?.includes(sessionId) === true),
);

/** Sessions. Which of them are the caller's is a question of the account that the token stands for. */
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
