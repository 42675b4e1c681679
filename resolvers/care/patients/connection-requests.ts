import {
  Arg,
  Ctx,
  Field,
  ID,
  InputType,
  Mutation,
  ObjectType,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import {
  connectionProviders,
  type ConnectionProvider,
} from '../../../src/care/patients/connections/connection-request.service';
import { RequestContext } from '../../../src/request/request-context';
import { named } from '../clinics/clinics.types';
import { payloadEdges } from '../../payload-edges';
import { Repeatable } from '../../repeatable';
import { loadPatient } from './patients';
import { Patient } from './patients.types';

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

@ObjectType({ description: 'Result of asking a patient to connect a data source.' })
export class RequestProviderConnectionPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  /** The patient, for the edge `patient`. */
  key!: { clinicId: string; userId: string };
}

/** The payload for a request that an earlier one has made. */
const requestedAgain = (
  _context: RequestContext,
  _created: string,
  { clinicId, userId }: RequestProviderConnectionInput,
): RequestProviderConnectionPayload => ({ done: true, key: { clinicId, userId } });

/** Requests to connect data sources. */
@Resolver()
export class ConnectionRequestsResolver {
  @Repeatable(requestedAgain)
  @Mutation(() => RequestProviderConnectionPayload, {
    description: 'Asks a patient by mail to connect a data source, regardless of earlier requests.',
  })
  async requestProviderConnection(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId, userId, provider }: RequestProviderConnectionInput,
  ): Promise<RequestProviderConnectionPayload> {
    const key = { clinicId, userId };
    await services.connectionRequests.request(key, provider, personId);
    return { done: true, key };
  }
}

/** The patient after a request. */
export const RequestProviderConnectionEdges = payloadEdges(RequestProviderConnectionPayload, {
  patient: {
    type: () => Patient,
    description: 'The patient after the change.',
    load: ({ key }, context) => loadPatient(context, key),
  },
});
