import type { IRules } from 'graphql-shield';
import type { SetPermissionsInput } from '../../../resolvers/sharing.types';
import type { RequestContext } from '../../request/request-context';
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
} from './rules';

interface Ends {
  ownerId: string;
  memberId: string;
}

/** Whose data the share is about that the arguments name. */
const argumentOwner: AccountOf<unknown> = (args) => (args.input as Ends).ownerId;

/** The owner of the share that the arguments name; null when somebody asks what they hold there themselves: nothing. */
const askedOwner: AccountOf<unknown> = async ({ owner, member }, _parent, context) => {
  const ownerId = String(owner);
  const isNobody = context.callerId === member && !(await isRelatedTo(context, ownerId));
  return isNobody ? null : ownerId;
};

/** Both ends of a share may look at it, and so may the custodians of its owner. */
const maySeePermissions = check(async (context, { owner, member }) => {
  if (context.caller.kind === 'anonymous') return false;
  return context.callerId === member || (await holdsOn(context, String(owner), ['custodian']));
}, askedOwner);

/** Who manages an account may change all of its shares; whoever holds one may do nothing but give it up. */
const maySetPermissions = check(async (context, args) => {
  if (context.caller.kind === 'anonymous') return false;
  const { ownerId, memberId, permissions } = args.input as SetPermissionsInput;
  const isLeaving = context.callerId === memberId && permissions.every((name) => name === 'root');
  return isLeaving || (await holdsOn(context, ownerId, ['custodian']));
}, argumentOwner);

const isEnd = ({ caller }: RequestContext, { ownerId, memberId }: Ends): boolean =>
  caller.kind === 'user' && [ownerId, memberId].includes(caller.userId);

/**
 * Both ends of a share know each other from the share itself, also when it has just ended: the event that tells of it
 * names them. Everything else of a person has rules of its own. After the end, the name is nothing to put on record.
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

/** For oneself only; custodians cannot name others as custodians. */
const isCustodianToBe = check(({ caller }, args) => {
  if (caller.kind === 'anonymous') return false;
  return caller.kind === 'server' || caller.userId === (args.input as { custodianId: string }).custodianId;
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
    sharedByOthers: managesAccount(thisUser),
    sharedWith: managesAccount(thisUser),
    relatedUsers: managesAccount(thisUser),
  },
  Share: {
    owner: maySeeEnd(({ ownerId }) => ownerId),
    member: maySeeEnd(({ memberId }) => memberId),
  },
  RelatedUser: { profile: recordedPart(thisUser), passwordExists: trustedServerOn(thisUser) },
  CreateCustodialAccountPayload: { user: partOfParent },
};

/** What everybody may know, or everybody who may subscribe to something. */
export const generalRules: IRules = {
  Query: { serviceInfo: anyone, serverTime: anyone, eventCursor: anyCaller },
  ServiceInfo: { auth: partOfParent, versions: partOfParent },
  ClientVersions: { loop: partOfParent },
};
