import type { IRules } from 'graphql-shield';
import {
  accountItself,
  accountOfParent,
  anyCaller,
  argumentUserId,
  check,
  partOfParent,
  thisUser,
  type AccountOf,
} from '../rules';

/** Consents belong to their owner alone: no permission of others on the account counts. */
const isOwner = <Parent>(accountOf: AccountOf<Parent>) =>
  check<Parent>(
    async (context, args, parent) =>
      context.caller.kind === 'user' && (await accountOf(args, parent, context)) === context.caller.userId,
    accountOf,
  );

/** Consents. Their texts are readable with any token. */
export const consentRules: IRules = {
  Query: {
    consents: anyCaller,
    consent: anyCaller,
    consentRecord: accountItself(argumentUserId),
  },
  Mutation: {
    grantConsent: isOwner(argumentUserId),
    updateConsentOrganizations: isOwner(argumentUserId),
    revokeConsent: isOwner(argumentUserId),
  },
  User: { consentRecords: accountItself(thisUser) },
  ConsentRecord: { consent: partOfParent, user: accountItself(accountOfParent) },
  ConsentRecordPayload: { record: partOfParent },
  RevokeConsentPayload: { record: partOfParent, study: partOfParent },
  ConsentRecordConnection: { edges: partOfParent, pageInfo: partOfParent },
  ConsentRecordEdge: { node: partOfParent },
};
