import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { TakesNoKey } from '../../repeatable';
import { RequestContext } from '../../../src/request/request-context';
import { toUser, User } from '../auth/accounts.types';
import {
  LinkedIdentityProvider,
  UnlinkIdentityProviderInput,
  UnlinkIdentityProviderPayload,
} from './identity-providers.types';

/** Accounts at external identity providers. */
@Resolver(() => User)
export class IdentityProvidersResolver {
  @FieldResolver(() => [LinkedIdentityProvider], {
    description:
      'The external identity providers linked to this account. For the account itself and trusted servers.',
  })
  async identityProviders(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
  ): Promise<LinkedIdentityProvider[]> {
    const { services } = context;
    const links = await context.load(services.linkedIdentities.ofAccounts, id);
    return links.map(({ provider, createdTime, lastUsedTime }) => ({
      alias: provider,
      displayName: services.identityProviders.displayName(provider),
      linkedTime: createdTime,
      lastUsedTime,
    }));
  }

  @TakesNoKey('A link is removed only once.')
  @Mutation(() => UnlinkIdentityProviderPayload, {
    description:
      'Removes the link between the caller’s account and an external identity provider. Ends all other sessions of the account, and its restricted tokens and consents to third-party clients, as whoever was linked may have used them. Fails with `CONFLICT` if the account has no other way to log in.',
  })
  async unlinkIdentityProvider(
    @Ctx() { services, callerId, sessionId }: RequestContext,
    @Arg('input') { alias }: UnlinkIdentityProviderInput,
  ): Promise<UnlinkIdentityProviderPayload> {
    return { user: toUser(await services.brokeredAccounts.unlink(callerId, alias, sessionId ?? null)) };
  }
}
