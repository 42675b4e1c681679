import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { RestrictedTokenEntity } from '../src/restricted-tokens/restricted-token.entity';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

@ObjectType({
  description:
    'A token for addresses that a browser opens by itself: it stands in the query as `restricted_token`.',
})
export class RestrictedToken {
  @Field(() => ID, { description: 'The token. Whoever has it may read what it opens: keep it secret.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the token acts as.' })
  userId!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Paths that the token opens, with all that is below them; absent when it opens every path.',
  })
  paths!: string[] | null;

  @Field(() => DateTime, { description: 'The token works until then.' })
  expirationTime!: number;

  @Field(() => DateTime, { description: 'When the token was made.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the token was last changed; absent until then.',
  })
  modifiedTime!: number | null;
}

/** The token as the graph shows it. */
export const toRestrictedToken = (token: RestrictedTokenEntity): RestrictedToken =>
  Object.assign(new RestrictedToken(), token);

@ObjectType({ description: 'A restricted token and its place in the list.' })
export class RestrictedTokenEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The token.' })
  node!: RestrictedToken;
}

@ObjectType({ description: 'A page of restricted tokens, newest first.' })
export class RestrictedTokenConnection {
  @Field(() => [RestrictedTokenEdge], { description: 'The tokens of the page.' })
  edges!: RestrictedTokenEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class RestrictedTokenArguments {
  @Field(() => ID, { description: 'Account that the tokens act as.' })
  userId!: string;

  @Field(() => Int, { description: 'How many tokens at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@InputType({ description: 'A restricted token to make.' })
export class CreateRestrictedTokenInput {
  @Field(() => ID, { description: 'Account that the token acts as.' })
  userId!: string;

  @Field(() => [String], {
    nullable: true,
    description: '1 to 10 paths that the token opens, each from its slash on; every path when absent.',
  })
  paths?: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'The token works until then, for less than 90 days; an hour when absent.',
  })
  expirationTime?: number;
}

@InputType({ description: 'What to change of a restricted token; what is absent stays as it is.' })
export class UpdateRestrictedTokenInput {
  @Field(() => ID, { description: 'The token.' })
  id!: string;

  @Field(() => [String], {
    nullable: true,
    description: '1 to 10 paths that the token opens from now on, each from its slash on.',
  })
  paths?: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'The token works until then, for less than 90 days from now.',
  })
  expirationTime?: number;
}

@ObjectType({ description: 'A restricted token after a change.' })
export class RestrictedTokenPayload {
  @Field({ description: 'The token as it is now.' })
  restrictedToken!: RestrictedToken;
}

@InputType({ description: 'A restricted token to delete.' })
export class DeleteRestrictedTokenInput {
  @Field(() => ID, { description: 'The token.' })
  id!: string;
}

@InputType({ description: 'An account whose restricted tokens are deleted.' })
export class DeleteRestrictedTokensInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@ObjectType({ description: 'What a deletion has removed.' })
export class DeleteRestrictedTokensPayload {
  @Field(() => Int, { description: 'How many tokens there were.' })
  deletedCount!: number;
}
