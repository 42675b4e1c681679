import type { IRules } from 'graphql-shield';
import { anyUser, partOfParent, trustedServer } from './rules';

/** Sessions. Which of them are the caller's is a question of the account that the token stands for. */
export const sessionRules: IRules = {
  Query: { mySessions: anyUser },
  Mutation: {
    endSession: anyUser,
    endUserSessions: trustedServer,
  },
  SessionConnection: { edges: partOfParent, pageInfo: partOfParent },
  SessionEdge: { node: partOfParent },
};
