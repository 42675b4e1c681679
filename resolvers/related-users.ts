import { Arg, Ctx, Field, FieldResolver, ID, InputType, ObjectType, Resolver, Root } from 'type-graphql';
import type { AccountRole } from '../src/accounts/account-role';
import type { Collection } from '../src/metadata/merge';
import { RequestContext } from '../src/request/request-context';
import type { EffectivePermission } from '../src/sharing/permission';
import { relatedUserTest } from '../src/sharing/related-user-filter';
import type { RelatedUser as FoundUser } from '../src/sharing/related-user.service';
import { AccountRoleName, toUser, User } from './accounts.types';
import { toProfile } from './metadata';
import { Profile } from './metadata.types';
import { DateTime, JsonObject } from './scalars';
import { PermissionName } from './sharing.types';

@ObjectType({ description: 'Somebody who shares with an account, in one direction or both.' })
export class RelatedUser {
  @Field(() => ID, { description: 'Id of the person’s account.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The name to log in with: the e-mail address.' })
  username!: string | null;

  @Field(() => [String], { description: 'E-mail addresses; at most one.' })
  emails!: string[];

  @Field({ description: 'The person has shown that the e-mail address is theirs.' })
  emailVerified!: boolean;

  @Field(() => [AccountRoleName], { description: 'What the account is for.' })
  roles!: AccountRole[];

  @Field(() => DateTime, { nullable: true, description: 'When the person accepted the terms of use.' })
  termsAcceptedTime!: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The account has a password. For trusted servers only.',
  })
  passwordExists!: boolean | null;

  @Field(() => [PermissionName], {
    nullable: true,
    description: 'What the person lets the account do; absent when nothing.',
  })
  received!: EffectivePermission[] | null;

  @Field(() => [PermissionName], {
    nullable: true,
    description: 'What the account lets the person do; absent when nothing.',
  })
  given!: EffectivePermission[] | null;

  @Field(() => Profile, {
    nullable: true,
    description: 'Who this is. What it tells of diabetes is for those whom the person shares something with.',
  })
  profile!: Profile | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Settings, for those who may read or write the person’s data or manage the account.',
  })
  settings!: Collection | null;

  @Field(() => JsonObject, { nullable: true, description: 'Preferences, for custodians.' })
  preferences!: Collection | null;
}

@InputType({
  description: 'Which people are wanted; all that is given must hold. Texts are found anywhere, in any case.',
})
export class RelatedUserFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'They let the account do all of this: names such as `view`; or `any` or `none` alone.',
  })
  received?: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'The account lets them do all of this: names such as `view`; or `any` or `none` alone.',
  })
  given?: string[];

  @Field(() => String, { nullable: true, description: 'Part of the e-mail address.' })
  email?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the e-mail address is confirmed.' })
  emailVerified?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the time of acceptance of the terms, written as `2024-05-06T07:08:09+00:00`.',
  })
  termsAccepted?: string;

  @Field(() => String, { nullable: true, description: 'Part of the full name.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Part of the day of birth.' })
  birthday?: string;

  @Field(() => String, { nullable: true, description: 'Part of the day of the diagnosis.' })
  diagnosisDate?: string;
}

const toRelatedUser = ({ user, profile, ...seen }: FoundUser): RelatedUser =>
  Object.assign(new RelatedUser(), toUser(user), seen, { profile: profile && toProfile(profile) });

/** The people around an account. */
@Resolver(() => User)
export class RelatedUsersResolver {
  @FieldResolver(() => [RelatedUser], {
    description: 'Everybody whom the account shares with or gets shares from, by their ids.',
  })
  async relatedUsers(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Arg('filter', () => RelatedUserFilter, { nullable: true, description: 'Which people are wanted.' })
    filter?: RelatedUserFilter,
  ): Promise<RelatedUser[]> {
    const isWanted = relatedUserTest(withoutNulls(filter ?? {}));
    const related = await context.load(context.services.relatedUsers.relatedUsers, user.id);
    return related.filter(isWanted).map(toRelatedUser);
  }
}

/** A null in a filter is a condition that was not given. */
const withoutNulls = (filter: RelatedUserFilter): RelatedUserFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
