import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import type { AccountRole } from '../../../src/identity/accounts/account-role';
import type { Collection } from '../../../src/identity/metadata/merge';
import type { ListOrder } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import type { EffectivePermission } from '../../../src/identity/permission';
import { relatedUserTest } from '../../../src/identity/sharing/related-user-filter';
import type { RelatedUser as FoundUser } from '../../../src/identity/sharing/related-user.service';
import { AccountRoleName, toUser, User } from '../auth/accounts.types';
import {
  AccountPreferences,
  AccountSettings,
  toAccountPreferences,
  toAccountSettings,
} from '../metadata/account-settings.types';
import { toProfile } from '../metadata/metadata';
import { Profile } from '../metadata/metadata.types';
import { DateTime, JsonObject } from '../../scalars';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { pageComplexity, pageOfItems } from '../../paging';
import { PermissionName } from './sharing.types';

@ObjectType({ description: 'A person who shares with an account, in one direction or both.' })
export class RelatedUser {
  @Field(() => ID, { description: 'Id of the person’s account.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Login name: the email address.' })
  username!: string | null;

  @Field(() => [String], { description: 'Email addresses; at most one.' })
  emails!: string[];

  @Field({ description: 'Whether the person has confirmed the email address.' })
  emailVerified!: boolean;

  @Field(() => [AccountRoleName], { description: 'Roles of the account.' })
  roles!: AccountRole[];

  @Field(() => DateTime, { nullable: true, description: 'When the person accepted the terms of use.' })
  termsAcceptedTime!: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the account has a password. For trusted servers only.',
  })
  passwordExists!: boolean | null;

  @Field(() => [PermissionName], {
    nullable: true,
    description: 'Permissions that the person grants the account; absent if none.',
  })
  received!: EffectivePermission[] | null;

  @Field(() => [PermissionName], {
    nullable: true,
    description: 'Permissions that the account grants the person; absent if none.',
  })
  given!: EffectivePermission[] | null;

  @Field(() => Profile, {
    nullable: true,
    description:
      'The profile of the account. Diabetes details are visible only to those whom the person shares data with.',
  })
  profile!: Profile | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Settings as free JSON: applications choose the keys. `accountSettings` has types for what is known. Visible to those who may read or write the person’s data or manage the account.',
  })
  settings!: Collection | null;

  @Field(() => AccountSettings, {
    nullable: true,
    description:
      'Units, target range and other settings. Visible to those who may read or write the person’s data or manage the account.',
  })
  accountSettings!: AccountSettings | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Preferences as free JSON: applications choose the keys. `accountPreferences` has types for what is known. Visible to custodians.',
  })
  preferences!: Collection | null;

  @Field(() => AccountPreferences, {
    nullable: true,
    description: 'Language and other preferences. Visible to custodians.',
  })
  accountPreferences!: AccountPreferences | null;
}

@InputType({
  description: 'Filters of people; all must match. Texts match any part, ignoring case.',
})
export class RelatedUserFilter {
  @Field(() => [String], {
    nullable: true,
    description:
      'They grant the account all of these permissions: `custodian`, `view`, `upload`, `note`, `follow`, or `any` or `none` alone. Other names are refused. An empty list does not filter.',
  })
  received?: string[];

  @Field(() => [String], {
    nullable: true,
    description:
      'The account grants them all of these permissions: `custodian`, `view`, `upload`, `note`, `follow`, or `any` or `none` alone. Other names are refused. An empty list does not filter.',
  })
  given?: string[];

  @Field(() => String, { nullable: true, description: 'Part of the email address.' })
  email?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the email address is confirmed.' })
  emailVerified?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the time when the terms were accepted, written as `2024-05-06T07:08:09+00:00`.',
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
  Object.assign(new RelatedUser(), toUser(user), seen, {
    profile: profile && toProfile(profile),
    accountSettings: seen.settings && toAccountSettings(seen.settings),
    accountPreferences: seen.preferences && toAccountPreferences(seen.preferences),
  });

@ObjectType({ description: 'A related person on a page.' })
export class RelatedUserEdge {
  @Field({ description: 'Position of the person, for `after` or `before`.' })
  cursor!: string;

  @Field({ description: 'The person.' })
  node!: RelatedUser;
}

@ObjectType({ description: 'A page of related people, by id.' })
export class RelatedUserConnection {
  @Field(() => [RelatedUserEdge], { description: 'The people of the page.' })
  edges!: RelatedUserEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class RelatedUserArguments extends pageArguments('people') {
  @Field(() => RelatedUserFilter, { nullable: true, description: 'Only people who match these filters.' })
  filter?: RelatedUserFilter;
}

const byId: ListOrder = { name: 'id', keys: [{ expression: 'id', kind: 'text' }] };

/** The accounts related to an account. */
@Resolver(() => User)
export class RelatedUsersResolver {
  @FieldResolver(() => RelatedUserConnection, {
    description: 'The people whom this account shares with or receives shares from, by id.',
    complexity: pageComplexity,
  })
  async relatedPeople(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => RelatedUserArguments) { filter, ...page }: RelatedUserArguments,
  ): Promise<RelatedUserConnection> {
    const people = await related(context, user, filter);
    const placed = people.map((item) => ({ place: [item.user.id], item }));
    return pageOfItems(
      { field: 'User.relatedPeople', of: user.id, order: byId },
      page,
      placed,
      toRelatedUser,
    );
  }

  @FieldResolver(() => [RelatedUser], {
    description: 'All accounts that this account shares with or receives shares from, by id.',
    deprecationReason: 'Use `relatedPeople`, which has pages.',
  })
  async relatedUsers(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Arg('filter', () => RelatedUserFilter, {
      nullable: true,
      description: 'Only people who match these filters.',
    })
    filter?: RelatedUserFilter,
  ): Promise<RelatedUser[]> {
    return (await related(context, user, filter)).map(toRelatedUser);
  }
}

async function related(
  context: RequestContext,
  { id }: User,
  filter: RelatedUserFilter = {},
): Promise<FoundUser[]> {
  const isWanted = relatedUserTest(withoutNulls(filter));
  return (await context.load(context.services.relatedUsers.relatedUsers, id)).filter(isWanted);
}

/** A null in a filter counts as absent. */
const withoutNulls = (filter: RelatedUserFilter): RelatedUserFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
