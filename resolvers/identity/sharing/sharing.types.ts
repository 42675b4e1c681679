import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { grantablePermissions, type EffectivePermission } from '../../../src/identity/permission';
import type { ShareEntity } from '../../../src/identity/sharing/share.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';

/** Permissions in the graph, mapped to their names on the wire. */
export const PermissionName: Record<string, EffectivePermission> = {
  ...Object.fromEntries(grantablePermissions.map((name) => [name.toUpperCase(), name])),
  OWNER: 'root',
};

registerEnumType(PermissionName, {
  name: 'Permission',
  description: 'A permission that an account grants to another.',
  valuesConfig: {
    CUSTODIAN: { description: 'Manage the account until its owner claims it.' },
    VIEW: { description: 'Read diabetes data.' },
    UPLOAD: { description: 'Write diabetes data.' },
    NOTE: { description: 'Read and write notes.' },
    FOLLOW: { description: 'Receive alerts about the account.' },
    OWNER: { description: 'Own the account. It cannot be granted.' },
  },
});

@ObjectType({ description: 'A share of one account’s data with another account.' })
export class Share {
  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  ownerId!: string;

  @Field(() => ID, { description: 'Id of the account that holds the share.' })
  memberId!: string;

  @Field(() => [PermissionName], { description: 'What the member may do with the data.' })
  permissions!: EffectivePermission[];
}

@ObjectType({ description: 'A share on a page.' })
export class ShareEdge {
  @Field({ description: 'Position of the share, for `after` or `before`.' })
  cursor!: string;

  @Field({ description: 'The share.' })
  node!: Share;
}

@ObjectType({ description: 'A page of shares, by the id of the other account.' })
export class ShareConnection {
  @Field(() => [ShareEdge], { description: 'The shares of the page.' })
  edges!: ShareEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class ShareArguments extends pageArguments('shares') {}

/** Maps a share to its GraphQL type. */
export const toShare = ({ sharerId, granteeId, permissions }: ShareEntity): Share =>
  Object.assign(new Share(), { ownerId: sharerId, memberId: granteeId, permissions });

@InputType({ description: 'New permissions of another account.' })
export class SetPermissionsInput {
  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  ownerId!: string;

  @Field(() => ID, { description: 'Id of the account that holds the share.' })
  memberId!: string;

  @Field(() => [PermissionName], {
    description:
      'The complete set of permissions; an empty set ends the share. `OWNER` is refused. `CUSTODIAN` is ignored unless already held.',
  })
  permissions!: EffectivePermission[];
}

@InputType({ description: 'A share to end.' })
export class RevokeShareInput {
  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  ownerId!: string;

  @Field(() => ID, { description: 'Id of the account that holds the share.' })
  memberId!: string;
}

@InputType({ description: 'A share for the caller to give up.' })
export class LeaveShareInput {
  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  ownerId!: string;
}

@ObjectType({ description: 'Result of changing permissions.' })
export class PermissionsPayload {
  @Field(() => [PermissionName], { description: 'All current permissions, from any source.' })
  permissions!: EffectivePermission[];

  @Field(() => ID, {
    nullable: true,
    description: 'The `id` of the share if it was ended, by which caches find it.',
  })
  removedId!: string | null;

  /** The accounts, for the edge `share`. */
  ends!: { ownerId: string; memberId: string };
}
