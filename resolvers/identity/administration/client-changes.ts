import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { EditedClient } from '../../../src/identity/token-service/clients/client-administration.service';
import { RequestContext } from '../../../src/request/request-context';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';
import { DonePayload } from '../auth/accounts.types';
import { AddOAuthClientInput, ClientSecretPayload, OAuthClientInput, toOAuthClient } from './clients.types';

const shownOnce = 'The secret of the first answer cannot be shown again.';

const toPayload = ({ services }: RequestContext, { client, secret }: EditedClient): ClientSecretPayload => ({
  client: toOAuthClient(client, services.tokenServiceParts.clients),
  secret,
});

/** Changes that administrators make to OAuth clients and trusted servers. */
@Resolver()
export class ClientChangesResolver {
  @TakesNoKey(shownOnce)
  @Mutation(() => ClientSecretPayload, {
    description:
      'Adds an OAuth client to the file of clients. Every process knows it within seconds. For administrators.',
  })
  async addOAuthClient(
    @Ctx() context: RequestContext,
    @Arg('input') { name, ...input }: AddOAuthClientInput,
  ): Promise<ClientSecretPayload> {
    const client = { ...input, name: name ?? undefined };
    return toPayload(context, await context.services.clientAdministration.add(client));
  }

  @TakesNoKey(shownOnce)
  @Mutation(() => ClientSecretPayload, {
    description:
      'Gives an OAuth client of the file a new secret. The old one is invalid then, and the sessions of its service account end. Tokens of people stay valid until they expire. The secret of a trusted server opens all data, so only the command `glycograph servers` makes one. For administrators.',
  })
  async rotateClientSecret(
    @Ctx() context: RequestContext,
    @Arg('input') { clientId }: OAuthClientInput,
  ): Promise<ClientSecretPayload> {
    const { clientAdministration } = context.services;
    clientAdministration.assertNoServer(clientId);
    return toPayload(context, await clientAdministration.rotateSecret(clientId));
  }

  @Mutation(() => RemovedPayload, {
    description:
      'Removes an OAuth client or a trusted server from the file of clients. All sessions of the server, or of the service account of the client, end. For administrators.',
  })
  async removeOAuthClient(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clientId }: OAuthClientInput,
  ): Promise<RemovedPayload> {
    await services.clientAdministration.remove(clientId);
    return removed(clientId);
  }

  @Mutation(() => DonePayload, {
    description: 'Ends all sessions of a trusted server, and with them its tokens. For administrators.',
  })
  async endServerSessions(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clientId }: OAuthClientInput,
  ): Promise<DonePayload> {
    await services.clientAdministration.endServerSessions(clientId);
    return { done: true };
  }
}
