import { Arg, Ctx, Field, ID, InputType, Mutation, registerEnumType, Resolver } from 'type-graphql';
import {
  connectionProviders,
  type ConnectionProvider,
} from '../../../src/care/patients/connections/connection-request.service';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from '../../identity/auth/accounts.types';
import { named } from '../clinics/clinics.types';
import { Repeatable } from '../../repeatable';

export const ConnectionProviderName = named(connectionProviders, (provider) => provider.toUpperCase());

registerEnumType(ConnectionProviderName, {
  name: 'ConnectionProvider',
  description: 'Data providers that patients can be asked to connect.',
  valuesConfig: {
    DEXCOM: { description: 'Dexcom.' },
    TWIIST: { description: 'twiist.' },
    ABBOTT: { description: 'Abbott, maker of FreeStyle Libre.' },
  },
});

@InputType({ description: 'A patient, and the provider to connect.' })
export class RequestProviderConnectionInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the patient’s account.' })
  userId!: string;

  @Field(() => ConnectionProviderName, {
    description: 'The provider; it must be among the patient’s data sources.',
  })
  provider!: ConnectionProvider;
}

/** Requests to connect data sources. */
@Resolver()
export class ConnectionRequestsResolver {
  @Repeatable(() => ({ done: true }))
  @Mutation(() => DonePayload, {
    description: 'Asks a patient by mail to connect a data source, regardless of earlier requests.',
  })
  async requestProviderConnection(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId, provider }: RequestProviderConnectionInput,
  ): Promise<DonePayload> {
    await services.connectionRequests.request({ clinicId, userId }, provider);
    return { done: true };
  }
}
