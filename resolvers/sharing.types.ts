import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { grantablePermissions, type EffectivePermission } from '../src/sharing/permission';
import type { ShareEntity } from '../src/sharing/share.entity';

/** The permissions as the graph spells them, mapped to their names on the wire. */
export const PermissionName: Record<string, EffectivePermission> = {
  ...Object.fromEntries(grantablePermissions.map((name) => [name.toUpperCase(), name])),
  OWNER: 'root',
};

registerEnumType(PermissionName, {
  name: 'Permission',
  description: 'What an account lets another one do.',
  valuesConfig: {
    CUSTODIAN: { description: 'Manage the account until its owner has taken it over.' },
    VIEW: { description: 'Read diabetes data.' },
    UPLOAD: { description: 'Write diabetes data.' },
    NOTE: { description: 'Read and write notes.' },
    FOLLOW: { description: 'Keep alerts on the account.' },
    OWNER: { description: 'Be the account itself. It is never given away.' },
  },
});

@ObjectType({ description: 'What somebody shares with somebody else.' })
export class Share {
  @Field(() => ID, { description: 'Account whose data are shared.' })
  ownerId!: string;

  @Field(() => ID, { description: 'Account that they are shared with.' })
  memberId!: string;

  @Field(() => [PermissionName], { description: 'What is allowed.' })
  permissions!: EffectivePermission[];
}

/** A share as the graph shows it. */
export const toShare = ({ sharerId, granteeId, permissions }: ShareEntity): Share =>
  Object.assign(new Share(), { ownerId: sharerId, memberId: granteeId, permissions });

@InputType({ description: 'What somebody may do with an account from now on.' })
export class SetPermissionsInput {
  @Field(() => ID, { description: 'Account whose data are shared.' })
  ownerId!: string;

  @Field(() => ID, { description: 'Account that they are shared with.' })
  memberId!: string;

  @Field(() => [PermissionName], {
    description:
      'Everything that is allowed from now on; nothing ends the share. `OWNER` is refused. `CUSTODIAN` is left out for who is not custodian yet.',
  })
  permissions!: EffectivePermission[];
}

@InputType({ description: 'A share that its owner ends.' })
export class RevokeShareInput {
  @Field(() => ID, { description: 'Account whose data are shared.' })
  ownerId!: string;

  @Field(() => ID, { description: 'Account that they are shared with.' })
  memberId!: string;
}

@InputType({ description: 'A share that the caller gives up.' })
export class LeaveShareInput {
  @Field(() => ID, { description: 'Account whose data were shared with the caller.' })
  ownerId!: string;
}

@ObjectType({ description: 'What somebody may do with an account after a change.' })
export class PermissionsPayload {
  @Field(() => [PermissionName], { description: 'All that is allowed now, wherever it comes from.' })
  permissions!: EffectivePermission[];
}
