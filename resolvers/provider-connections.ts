import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Applicant } from '../src/data-sources/provider-authorization.service';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import {
  ConnectProviderInput,
  ConnectProviderPayload,
  DisconnectProviderInput,
  ProviderAuthorization,
} from './provider-sessions.types';

function applicantOf({ caller }: RequestContext): Applicant {
  if (caller.kind !== 'user') throw new Error('A rule let a stranger through.');
  return { userId: caller.userId, tokenId: caller.tokenId };
}

/** How account holders connect data providers with their accounts, and disconnect them. */
@Resolver()
export class ProviderConnectionsResolver {
  @Query(() => ProviderAuthorization, {
    description: 'Where a browser that came with a restricted token asks a data provider.',
  })
  providerAuthorization(
    @Ctx() context: RequestContext,
    @Arg('name', { description: 'Name of the provider.' }) name: string,
    @Arg('accepted', { description: 'The browser has passed the page that comes before.' }) accepted: boolean,
  ): ProviderAuthorization {
    return context.services.providerAuthorizations.request(name, applicantOf(context), accepted);
  }

  @Mutation(() => ConnectProviderPayload, {
    description: 'Connects the account of a restricted token with what a data provider has answered.',
  })
  async connectProvider(
    @Ctx() context: RequestContext,
    @Arg('input') { name, ...answer }: ConnectProviderInput,
  ): Promise<ConnectProviderPayload> {
    const address = await context.services.providerAuthorizations.complete(
      name,
      applicantOf(context),
      answer,
    );
    return { address };
  }

  @Mutation(() => DonePayload, {
    description: 'Disconnects a data provider from an account; imported data stay.',
  })
  async disconnectProvider(
    @Ctx() { caller, callerId, services }: RequestContext,
    @Arg('input') { name, userId }: DisconnectProviderInput,
  ): Promise<DonePayload> {
    await services.providerAuthorizations.disconnect(name, userId ?? callerId, caller.kind === 'user');
    return { done: true };
  }
}
