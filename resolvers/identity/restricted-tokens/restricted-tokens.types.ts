import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { RestrictedTokenEntity } from '../../../src/identity/restricted-tokens/restricted-token.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

@ObjectType({
  description:
    'A token for URLs that a browser opens directly. It goes into the query as `restricted_token`.',
})
export class RestrictedToken {
  @Field(() => ID, {
    description: 'The token. Anyone who has it can use the paths it covers: keep it secret.',
  })
  id!: string;

  @Field(() => ID, { description: 'Account that the token acts as.' })
  userId!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Paths that the token is valid for, including everything below them; absent if it is valid for every path.',
  })
  paths!: string[] | null;

  @Field(() => DateTime, { description: 'When the token expires.' })
  expirationTime!: number;

  @Field(() => DateTime, { description: 'When the token was created.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the token was last changed; absent if never.',
  })
  modifiedTime!: number | null;
}

/** Maps a restricted token to its GraphQL type. */
export const toRestrictedToken = (token: RestrictedTokenEntity): RestrictedToken =>
  Object.assign(new RestrictedToken(), token);

@ObjectType({ description: 'A restricted token and its cursor.' })
export class RestrictedTokenEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The token.' })
  node!: RestrictedToken;
}

@ObjectType({ description: 'A page of restricted tokens, newest first.' })
export class RestrictedTokenConnection {
  @Field(() => [RestrictedTokenEdge], { description: 'The tokens of the page.' })
  edges!: RestrictedTokenEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class RestrictedTokenArguments extends pageArguments('tokens') {
  @Field(() => ID, { description: 'Account that the tokens act as.' })
  userId!: string;
}

@InputType({ description: 'A restricted token to create.' })
export class CreateRestrictedTokenInput {
  @Field(() => ID, { description: 'Account that the token acts as.' })
  userId!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      '1 to 10 paths that the token is valid for, each beginning with a slash; every path if absent.',
  })
  paths?: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the token expires, less than 90 days from now; an hour from now if absent.',
  })
  expirationTime?: number;
}

@InputType({ description: 'Changes to a restricted token. Absent fields stay unchanged.' })
export class UpdateRestrictedTokenInput {
  @Field(() => ID, { description: 'Id of the token.' })
  id!: string;

  @Field(() => [String], {
    nullable: true,
    description: '1 to 10 paths that the token is valid for, each beginning with a slash.',
  })
  paths?: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the token expires, less than 90 days from now.',
  })
  expirationTime?: number;
}

@ObjectType({ description: 'Result of changing a restricted token.' })
export class RestrictedTokenPayload {
  @Field({ description: 'The token after the change.' })
  restrictedToken!: RestrictedToken;
}

@InputType({ description: 'A restricted token to delete.' })
export class DeleteRestrictedTokenInput {
  @Field(() => ID, { description: 'Id of the token.' })
  id!: string;
}

@InputType({ description: 'An account whose restricted tokens to delete.' })
export class DeleteRestrictedTokensInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@ObjectType({ description: 'Result of a deletion.' })
export class DeleteRestrictedTokensPayload {
  @Field(() => Int, { description: 'Number of deleted tokens.' })
  deletedCount!: number;

  @Field(() => [ID], {
    description:
      'The `id` of each deleted token, by which caches find it; of 1,000 tokens if there were more, so that clients with a cache reload the list.',
  })
  removedIds!: string[];
}
