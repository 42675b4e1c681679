import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../auth/accounts.types';
import { LinkedIdentityProvider } from './identity-providers.types';

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
}
