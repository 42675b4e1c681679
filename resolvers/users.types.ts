import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { AccountRole } from '../src/accounts/account-role';
import { AccountRoleName, User } from './accounts.types';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

@ObjectType({ description: 'An account and its place in the list.' })
export class UserEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The account.' })
  node!: User;
}

@ObjectType({ description: 'A page of accounts.' })
export class UserConnection {
  @Field(() => [UserEdge], { description: 'The accounts of the page.' })
  edges!: UserEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class UserArguments {
  @Field(() => [ID], {
    nullable: true,
    description: 'Accounts of these ids, at most 1,000, in this order; those that do not exist are left out.',
  })
  ids?: string[];

  @Field(() => AccountRoleName, {
    nullable: true,
    description: 'Accounts of this role, newest first. Either ids or a role is given.',
  })
  role?: AccountRole;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Together with a role: only accounts opened at this instant or later.',
  })
  createdFrom?: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Together with a role: only accounts opened at this instant or earlier.',
  })
  createdTo?: number;

  @Field(() => Int, { description: 'How many accounts at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}
