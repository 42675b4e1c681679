import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { grantable, type EffectivePermission } from '../../../src/identity/permission';
import { sharesOrder, type SharesSide } from '../../../src/identity/sharing/list-shares';
import { shareEvents, type ShareChanged } from '../../../src/identity/sharing/share-events';
import type { WantedShare } from '../../../src/identity/sharing/sharing.service';
import { findUser } from '../auth/accounts';
import { User } from '../auth/accounts.types';
import {
  LeaveShareInput,
  PermissionName,
  PermissionsPayload,
  RevokeShareInput,
  SetPermissionsInput,
  Share,
  ShareArguments,
  ShareConnection,
  toShare,
} from './sharing.types';
import { keyedPage, pageComplexity } from '../../paging';
import { globalId } from '../../global-id';
import { payloadEdges } from '../../payload-edges';
import { listensTo, Since } from '../../subscribe';

async function change(
  { services, caller }: RequestContext,
  wanted: Omit<WantedShare, 'byServer'>,
): Promise<PermissionsPayload> {
  const byServer = caller.kind === 'server';
  const permissions = [...(await services.sharing.setPermissions({ ...wanted, byServer }))];
  const ends = { ownerId: wanted.sharerId, memberId: wanted.granteeId };
  const hasEnded = wanted.permissions.length === 0;
  return { permissions, ends, removedId: hasEnded ? globalId('Share', [ends.ownerId, ends.memberId]) : null };
}

/** A share, through the loader of the request; null if there is none. */
export async function loadShare(
  context: RequestContext,
  { ownerId, memberId }: Pick<Share, 'ownerId' | 'memberId'>,
): Promise<Share | null> {
  const given = await context.load(context.services.sharing.sharesGiven, ownerId);
  const found = given.find(({ granteeId }) => granteeId === memberId);
  return found ? toShare(found) : null;
}

/** Shares between accounts. */
@Resolver(() => User)
export class SharingResolver {
  @Query(() => [PermissionName], {
    description: 'An account’s permissions on the data of another; empty if the two have no relationship.',
  })
  async permissions(
    @Ctx() context: RequestContext,
    @Arg('owner', () => ID, { description: 'Id of the account that owns the data.' }) ownerId: string,
    @Arg('member', () => ID, { description: 'Id of the account that holds the permissions.' }) userId: string,
  ): Promise<EffectivePermission[]> {
    const { sharing, accounts } = context.services;
    if (ownerId === userId && !(await context.load(accounts.findMany, ownerId))) return [];
    return [...(await context.load(sharing.effectivePermissions, { ownerId, userId }))];
  }

  @Subscription(() => Share, {
    description:
      'Emits when a share that the caller gives or holds changes. An ended share has no permissions but still names both people.',
    subscribe: listensTo((_args, { callerId }) => shareEvents(callerId)),
  })
  async sharesChanged(
    @Root() { sharerId, granteeId }: ShareChanged,
    @Ctx() context: RequestContext,
    @Since() _since?: string,
  ): Promise<Share> {
    const question = { ownerId: sharerId, userId: granteeId };
    const permissions = await context.load(context.services.sharing.effectivePermissions, question);
    return { ownerId: sharerId, memberId: granteeId, permissions: [...permissions] };
  }

  @Mutation(() => PermissionsPayload, {
    description:
      'Replaces another account’s permissions on an account. The holder of a share can only end it this way.',
  })
  setPermissions(
    @Ctx() context: RequestContext,
    @Arg('input') { ownerId, memberId, permissions }: SetPermissionsInput,
  ): Promise<PermissionsPayload> {
    return change(context, { sharerId: ownerId, granteeId: memberId, permissions: grantable(permissions) });
  }

  @Mutation(() => PermissionsPayload, {
    description: 'Ends a share, if it exists.',
  })
  revokeShare(
    @Ctx() context: RequestContext,
    @Arg('input') { ownerId, memberId }: RevokeShareInput,
  ): Promise<PermissionsPayload> {
    return change(context, { sharerId: ownerId, granteeId: memberId, permissions: [] });
  }

  @Mutation(() => PermissionsPayload, { description: 'Gives up a share that the caller has received.' })
  leaveShare(
    @Ctx() context: RequestContext,
    @Arg('input') { ownerId }: LeaveShareInput,
  ): Promise<PermissionsPayload> {
    return change(context, { sharerId: ownerId, granteeId: context.callerId, permissions: [] });
  }

  @FieldResolver(() => ShareConnection, {
    description: 'The shares that this account receives: whose data it sees, with which permissions.',
    complexity: pageComplexity,
  })
  sharesReceived(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => ShareArguments) page: ShareArguments,
  ): Promise<ShareConnection> {
    return sharesPage(context, user, page, 'received');
  }

  @FieldResolver(() => ShareConnection, {
    description: 'The shares that this account gives: who sees its data, with which permissions.',
    complexity: pageComplexity,
  })
  sharesGiven(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => ShareArguments) page: ShareArguments,
  ): Promise<ShareConnection> {
    return sharesPage(context, user, page, 'given');
  }

  @FieldResolver(() => [Share], {
    description: 'The people who share their data with this account.',
    deprecationReason: 'Use `sharesReceived`, which has pages.',
  })
  async sharedByOthers(@Root() user: User, @Ctx() context: RequestContext): Promise<Share[]> {
    return (await context.load(context.services.sharing.sharesReceived, user.id)).map(toShare);
  }

  @FieldResolver(() => [Share], {
    description: 'Accounts that this account shares its data with.',
    deprecationReason: 'Use `sharesGiven`, which has pages.',
  })
  async sharedWith(@Root() user: User, @Ctx() context: RequestContext): Promise<Share[]> {
    return (await context.load(context.services.sharing.sharesGiven, user.id)).map(toShare);
  }
}

const sharesPage = (
  context: RequestContext,
  { id: accountId }: User,
  page: ShareArguments,
  side: SharesSide,
): Promise<ShareConnection> =>
  keyedPage(
    { field: `User.shares ${side}`, of: accountId, order: sharesOrder(side) },
    page,
    (part) => context.load(context.services.sharing.pages, { accountId, side, ...part }),
    toShare,
  );

/** The share after a change, so that caches follow. */
export const PermissionsPayloadEdges = payloadEdges(PermissionsPayload, {
  share: {
    type: () => Share,
    description: 'The share after the change; absent if there is none any more.',
    load: ({ ends }, context) => loadShare(context, ends),
  },
});

/** The accounts at both ends of a share. */
@Resolver(() => Share)
export class ShareResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'The owner of the data; absent once the account is deleted.',
  })
  owner(@Root() share: Share, @Ctx() context: RequestContext): Promise<User | null> {
    return findUser(context, share.ownerId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The holder of the share; absent once the account is deleted.',
  })
  member(@Root() share: Share, @Ctx() context: RequestContext): Promise<User | null> {
    return findUser(context, share.memberId);
  }
}
