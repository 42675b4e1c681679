import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Applicant } from '../../../src/records/data-sources/provider-authorization.service';
import { RequestContext } from '../../../src/request/request-context';
import { changedAccount } from '../../identity/auth/accounts';
import { ChangedAccountPayload } from '../../identity/auth/accounts.types';
import {
  ConnectProviderInput,
  ConnectProviderPayload,
  DisconnectProviderInput,
  ProviderAuthorization,
} from './provider-sessions.types';
import { TakesNoKey } from '../../repeatable';

function toApplicant({ caller }: RequestContext): Applicant {
  if (caller.kind !== 'user') throw new Error('A rule let a stranger through.');
  return { userId: caller.userId, tokenId: caller.tokenId };
}

/** Connecting and disconnecting data providers by account holders. */
@Resolver()
export class ProviderConnectionsResolver {
  @Query(() => ProviderAuthorization, {
    description: 'The URL at a data provider to send a browser with a restricted token to.',
  })
  providerAuthorization(
    @Ctx() context: RequestContext,
    @Arg('name', { description: 'Name of the provider.' }) name: string,
    @Arg('accepted', { description: 'Whether the browser has passed the preceding page.' }) accepted: boolean,
  ): ProviderAuthorization {
    return context.services.providerAuthorizations.request(name, toApplicant(context), accepted);
  }

  @TakesNoKey('A restricted token connects once.')
  @Mutation(() => ConnectProviderPayload, {
    description: 'Connects the account of a restricted token with the response of a data provider.',
  })
  async connectProvider(
    @Ctx() context: RequestContext,
    @Arg('input') { name, ...answer }: ConnectProviderInput,
  ): Promise<ConnectProviderPayload> {
    const address = await context.services.providerAuthorizations.complete(
      name,
      toApplicant(context),
      answer,
    );
    return { address };
  }

  @Mutation(() => ChangedAccountPayload, {
    description: 'Disconnects an account from a data provider; imported data stays.',
  })
  async disconnectProvider(
    @Ctx() { caller, callerId, services }: RequestContext,
    @Arg('input') { name, userId }: DisconnectProviderInput,
  ): Promise<ChangedAccountPayload> {
    await services.providerAuthorizations.disconnect(name, userId ?? callerId, caller.kind === 'user');
    return changedAccount(userId ?? callerId);
  }
}
