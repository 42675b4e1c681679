import type { IRules } from 'graphql-shield';
import { managesAccount, partOfParent, relatedToAccountIfAny, thisUser } from '../rules';

/**
 * The access log of an account, for those who manage it. Actors are only shown to people with a relationship to
 * them.
 */
export const accessLogRules: IRules = {
  User: { accessLog: managesAccount(thisUser) },
  AccessLogEntry: {
    actor: relatedToAccountIfAny<{ actorId: string | null }>((_args, { actorId }) => actorId),
    share: partOfParent,
    consents: partOfParent,
  },
  AccessLogConnection: { edges: partOfParent, pageInfo: partOfParent },
  AccessLogEdge: { node: partOfParent },
};
