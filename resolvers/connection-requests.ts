import { Arg, Ctx, Field, ID, InputType, Mutation, registerEnumType, Resolver } from 'type-graphql';
import {
  connectionProviders,
  type ConnectionProvider,
} from '../src/clinics/connections/connection-request.service';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { named } from './clinics.types';

export const ConnectionProviderName = named(connectionProviders, (provider) => provider.toUpperCase());

registerEnumType(ConnectionProviderName, {
  name: 'ConnectionProvider',
  description: 'Whom patients can be asked to connect.',
  valuesConfig: {
    DEXCOM: { description: 'Dexcom.' },
    TWIIST: { description: 'twiist.' },
    ABBOTT: { description: 'Abbott, maker of FreeStyle Libre.' },
  },
});

@InputType({ description: 'A patient, and the provider to connect.' })
export class RequestProviderConnectionInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account of the patient.' })
  userId!: string;

  @Field(() => ConnectionProviderName, {
    description: 'The provider; it must be among the sources of the patient’s data.',
  })
  provider!: ConnectionProvider;
}

/** Requests to connect sources of data. */
@Resolver()
export class ConnectionRequestsResolver {
  @Mutation(() => DonePayload, {
    description: 'Asks a patient by mail to connect a source of data, whatever was asked before.',
  })
  async requestProviderConnection(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId, provider }: RequestProviderConnectionInput,
  ): Promise<DonePayload> {
    await services.connectionRequests.request({ clinicId, userId }, provider);
    return { done: true };
  }
}
