import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../auth/accounts';
import { createToken } from './new-token';
import { keyedPage, pageComplexity } from '../../paging';
import {
  CreateRestrictedTokenInput,
  DeleteRestrictedTokenInput,
  DeleteRestrictedTokensInput,
  DeleteRestrictedTokensPayload,
  RestrictedToken,
  RestrictedTokenArguments,
  RestrictedTokenConnection,
  RestrictedTokenPayload,
  toRestrictedToken,
  UpdateRestrictedTokenInput,
} from './restricted-tokens.types';
import { Repeatable } from '../../repeatable';
import { removed, removedMany, RemovedPayload } from '../../removed-payload';

/** The token with this id, through the loader of the request. Throws if it does not exist. */
export async function loadToken(context: RequestContext, id: string): Promise<RestrictedToken> {
  const found = await context.load(context.services.restrictedTokens.findMany, id);
  if (!found) throw notFound('There is no restricted token with this id.').about('id');
  return toRestrictedToken(found);
}

/** The payload for a token that an earlier request has created. */
const tokenAgain = async (context: RequestContext, created: string): Promise<RestrictedTokenPayload> => ({
  restrictedToken: await loadToken(context, created),
});

/** Tokens for URLs that a browser opens directly. */
@Resolver()
export class RestrictedTokensResolver {
  @Query(() => RestrictedToken, { description: 'A restricted token by its id. For trusted servers.' })
  restrictedToken(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the token.' }) id: string,
  ): Promise<RestrictedToken> {
    return loadToken(context, id);
  }

  @Query(() => RestrictedTokenConnection, {
    description: 'The restricted tokens of an account, newest first. For trusted servers.',
    complexity: pageComplexity,
  })
  restrictedTokens(
    @Ctx() context: RequestContext,
    @Args(() => RestrictedTokenArguments) { userId, ...place }: RestrictedTokenArguments,
  ): Promise<RestrictedTokenConnection> {
    return keyedPage(
      { field: 'Query.restrictedTokens', of: userId, order: newestFirst, counts: true },
      place,
      (part) => context.load(context.services.restrictedTokens.lists, { userId, ...part }),
      toRestrictedToken,
    );
  }

  @Repeatable(tokenAgain)
  @Mutation(() => RestrictedTokenPayload, { description: 'Creates a restricted token.' })
  async createRestrictedToken(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, ...restrictions }: CreateRestrictedTokenInput,
  ): Promise<RestrictedTokenPayload> {
    await loadUser(context, userId);
    const token = await createToken(context, userId, restrictions);
    return { restrictedToken: toRestrictedToken(token) };
  }

  @Mutation(() => RestrictedTokenPayload, {
    description: 'Changes a restricted token. For trusted servers.',
  })
  async updateRestrictedToken(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id, ...restrictions }: UpdateRestrictedTokenInput,
  ): Promise<RestrictedTokenPayload> {
    return { restrictedToken: toRestrictedToken(await services.restrictedTokens.update(id, restrictions)) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a restricted token, if it exists.',
  })
  async deleteRestrictedToken(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: DeleteRestrictedTokenInput,
  ): Promise<RemovedPayload> {
    await services.restrictedTokens.delete(id);
    return removed(id);
  }

  @Mutation(() => DeleteRestrictedTokensPayload, {
    description: 'Deletes all restricted tokens of an account. For trusted servers.',
  })
  async deleteRestrictedTokens(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DeleteRestrictedTokensInput,
  ): Promise<DeleteRestrictedTokensPayload> {
    return removedMany(await services.restrictedTokens.deleteAll(userId));
  }
}
