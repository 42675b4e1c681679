import type { IRules } from 'graphql-shield';
import {
  accountItself,
  anyCaller,
  argumentUserId,
  check,
  partOfParent,
  thisUser,
  type AccountOf,
} from './rules';

/** A consent is its owner's alone: no permission that others hold on the account counts. */
const isOwner = <Parent>(accountOf: AccountOf<Parent>) =>
  check<Parent>(
    async (context, args, parent) =>
      context.caller.kind === 'user' && (await accountOf(args, parent, context)) === context.caller.userId,
    accountOf,
  );

/** Consents. Their texts are for everybody with a token. */
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
  ConsentRecord: { consent: partOfParent },
  ConsentRecordPayload: { record: partOfParent },
  ConsentRecordConnection: { edges: partOfParent, pageInfo: partOfParent },
  ConsentRecordEdge: { node: partOfParent },
};
