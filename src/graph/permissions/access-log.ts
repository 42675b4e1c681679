import type { IRules } from 'graphql-shield';
import { managesAccount, partOfParent, relatedToAccount, thisUser } from './rules';

/** The record of who looked at an account, for whoever manages it. Whom it names is shown only to their relations. */
export const accessLogRules: IRules = {
  User: { accessLog: managesAccount(thisUser) },
  AccessLogEntry: {
    actor: relatedToAccount<{ actorId: string | null }>((_args, { actorId }) => actorId),
    share: partOfParent,
    consents: partOfParent,
  },
  AccessLogConnection: { edges: partOfParent, pageInfo: partOfParent },
  AccessLogEdge: { node: partOfParent },
};
