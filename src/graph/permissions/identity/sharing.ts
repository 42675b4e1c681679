import type { IRules } from 'graphql-shield';
import type { SetPermissionsInput } from '../../../../resolvers/identity/sharing/sharing.types';
import type { RequestContext } from '../../../request/request-context';
import {
  anyCaller,
  anyone,
  anyUser,
  check,
  holdsOn,
  isRelatedTo,
  managesAccount,
  partOfParent,
  recordedPart,
  thisUser,
  trustedServer,
  trustedServerOn,
  type AccountOf,
} from '../rules';

interface Ends {
  ownerId: string;
  memberId: string;
}

/** The owner of the data in a share. */
const argumentOwner: AccountOf<unknown> = (args) => (args.input as Ends).ownerId;

/** The owner of the share in the arguments; null when callers ask about their own permissions: not logged. */
const askedOwner: AccountOf<unknown> = async ({ owner, member }, _parent, context) => {
  const ownerId = String(owner);
  const isNobody = context.callerId === member && !(await isRelatedTo(context, ownerId));
  return isNobody ? null : ownerId;
};

/** Both sides of a share may see it, and so may the custodians of its owner. */
const maySeePermissions = check(async (context, { owner, member }) => {
  if (context.caller.kind === 'anonymous') return false;
  return context.callerId === member || (await holdsOn(context, String(owner), ['custodian']));
}, askedOwner);

/** Managers of an account may change all of its shares; a holder may only give up their own. */
const maySetPermissions = check(async (context, args) => {
  if (context.caller.kind === 'anonymous') return false;
  const { ownerId, memberId, permissions } = args.input as SetPermissionsInput;
  const isLeaving = context.callerId === memberId && permissions.length === 0;
  return isLeaving || (await holdsOn(context, ownerId, ['custodian']));
}, argumentOwner);

const isEnd = ({ caller }: RequestContext, { ownerId, memberId }: Ends): boolean =>
  caller.kind === 'user' && [ownerId, memberId].includes(caller.userId);

/**
 * Both sides of a share know each other from the share itself, even when it has just ended: the event names them.
 * All other fields of a person have their own rules. After the end, the name is not logged.
 */
const maySeeEnd = (accountIn: (share: Ends) => string) =>
  check<Ends>(
    async (context, _args, share) =>
      context.caller.kind !== 'anonymous' &&
      (isEnd(context, share) || (await isRelatedTo(context, accountIn(share)))),
    async (_args, share, context) => {
      const accountId = accountIn(share);
      return isEnd(context, share) && !(await isRelatedTo(context, accountId)) ? null : accountId;
    },
  );

/** For the caller only; custodians cannot make others custodians. */
const isCustodianToBe = check(({ caller }, args) => {
  if (caller.kind === 'anonymous') return false;
  const { custodianId } = args.input as { custodianId: string };
  return caller.kind === 'server' || caller.userId === custodianId.toLowerCase();
});

/** Shares between accounts, and custodial accounts. */
export const sharingRules: IRules = {
  Query: { permissions: maySeePermissions },
  Mutation: {
    setPermissions: maySetPermissions,
    revokeShare: managesAccount(argumentOwner),
    leaveShare: check(({ caller }) => caller.kind === 'user', argumentOwner),
    createCustodialAccount: isCustodianToBe,
    createUnmanagedAccount: trustedServer,
  },
  Subscription: { sharesChanged: anyUser },
  User: {
    sharesReceived: managesAccount(thisUser),
    sharesGiven: managesAccount(thisUser),
    relatedPeople: managesAccount(thisUser),
    sharedByOthers: managesAccount(thisUser),
    sharedWith: managesAccount(thisUser),
    relatedUsers: managesAccount(thisUser),
  },
  Share: {
    owner: maySeeEnd(({ ownerId }) => ownerId),
    member: maySeeEnd(({ memberId }) => memberId),
  },
  RelatedUser: {
    profile: recordedPart(thisUser),
    accountSettings: recordedPart(thisUser),
    accountPreferences: recordedPart(thisUser),
    passwordExists: trustedServerOn(thisUser),
  },
  PermissionsPayload: { share: partOfParent },
  ShareConnection: { edges: partOfParent, pageInfo: partOfParent },
  ShareEdge: { node: partOfParent },
  RelatedUserConnection: { edges: partOfParent, pageInfo: partOfParent },
  RelatedUserEdge: { node: partOfParent },
  CreateCustodialAccountPayload: { user: partOfParent },
};

/** What everyone may read or subscribe to. */
export const generalRules: IRules = {
  Query: { serviceInfo: anyone, serverTime: anyone, eventCursor: anyCaller },
  ServiceInfo: { auth: partOfParent, versions: partOfParent },
  ClientVersions: { loop: partOfParent },
};
