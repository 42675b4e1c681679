import { Ctx, Field, FieldResolver, ObjectType, registerEnumType, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { grantablePermissions, type Permission } from '../src/sharing/permission';
import { loadUser } from './accounts';
import { User } from './accounts.types';

const PermissionName = Object.fromEntries(
  grantablePermissions.map((name) => [name.toUpperCase(), name]),
) as Record<string, Permission>;

registerEnumType(PermissionName, {
  name: 'Permission',
  description: 'What an account lets another one do.',
  valuesConfig: {
    CUSTODIAN: { description: 'Manage the account until its owner has taken it over.' },
    VIEW: { description: 'Read diabetes data.' },
    UPLOAD: { description: 'Write diabetes data.' },
    NOTE: { description: 'Read and write notes.' },
    FOLLOW: { description: 'Keep alerts on the account.' },
  },
});

@ObjectType({ description: 'What somebody shares with somebody else.' })
export class Share {
  sharerId!: string;

  @Field(() => [PermissionName], { description: 'What is allowed.' })
  permissions!: Permission[];
}

/** Who shares with whom. */
@Resolver(() => User)
export class SharingResolver {
  @FieldResolver(() => [Share], { description: 'The people who share their data with this account.' })
  async sharedByOthers(@Root() user: User, @Ctx() context: RequestContext): Promise<Share[]> {
    const shares = await context.load(context.services.sharing.sharesReceived, user.id);
    return shares.map(({ sharerId, permissions }) => Object.assign(new Share(), { sharerId, permissions }));
  }
}

/** The people on both ends of a share. */
@Resolver(() => Share)
export class ShareResolver {
  @FieldResolver(() => User, { description: 'Whose data are shared.' })
  owner(@Root() share: Share, @Ctx() context: RequestContext): Promise<User> {
    return loadUser(context, share.sharerId);
  }
}
