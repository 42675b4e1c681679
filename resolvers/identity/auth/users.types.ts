import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { AccountRole } from '../../../src/identity/accounts/account-role';
import { AccountRoleName, User } from './accounts.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

@ObjectType({ description: 'An account and its cursor.' })
export class UserEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'An account of the list.' })
  node!: User;
}

@ObjectType({ description: 'A page of accounts.' })
export class UserConnection {
  @Field(() => [UserEdge], { description: 'The accounts of the page.' })
  edges!: UserEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class UserArguments extends pageArguments('accounts') {
  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of at most 1,000 accounts, returned in this order; unknown ids are omitted. An empty list finds nothing.',
  })
  ids?: string[];

  @Field(() => AccountRoleName, {
    nullable: true,
    description: 'Accounts with this role, newest first. Give either ids or a role.',
  })
  role?: AccountRole;

  @Field(() => DateTime, {
    nullable: true,
    description: 'With a role: only accounts created at this instant or later.',
  })
  createdFrom?: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'With a role: only accounts created at this instant or earlier.',
  })
  createdTo?: number;
}
