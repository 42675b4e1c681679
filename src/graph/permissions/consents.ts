import type { IRules } from 'graphql-shield';
import type { RequestContext } from '../../request/request-context';
import { anyCaller, argumentUserId, check, partOfParent, thisUser } from './rules';

type Arguments = Record<string, unknown>;
type AccountOf<Parent> = (args: Arguments, parent: Parent, context: RequestContext) => unknown;

/** A consent is its owner's alone: no permission that others hold on the account counts. */
const isOwner = <Parent>(accountOf: AccountOf<Parent>) =>
  check<Parent>(
    async (context, args, parent) =>
      context.caller.kind === 'user' && (await accountOf(args, parent, context)) === context.caller.userId,
  );

/** The same for reading, which trusted servers may. */
const isOwnerOrServer = <Parent>(accountOf: AccountOf<Parent>) =>
  check<Parent>(async (context, args, parent) => {
    const { caller } = context;
    if (caller.kind === 'server') return true;
    return caller.kind === 'user' && (await accountOf(args, parent, context)) === caller.userId;
  });

/** Consents. Their texts are for everybody with a token. */
export const consentRules: IRules = {
  Query: {
    consents: anyCaller,
    consent: anyCaller,
    consentRecord: isOwnerOrServer(argumentUserId),
  },
  Mutation: {
    grantConsent: isOwner(argumentUserId),
    updateConsentOrganizations: isOwner(argumentUserId),
    revokeConsent: isOwner(argumentUserId),
  },
  User: { consentRecords: isOwnerOrServer(thisUser) },
  ConsentRecord: { consent: partOfParent },
  ConsentRecordPayload: { record: partOfParent },
  ConsentRecordConnection: { edges: partOfParent, pageInfo: partOfParent },
  ConsentRecordEdge: { node: partOfParent },
};
