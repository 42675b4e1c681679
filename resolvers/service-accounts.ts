import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { ClinicianPayload, toClinician } from './clinicians.types';

@InputType({ description: 'A program that is to work in a clinic, and its credentials.' })
export class AddServiceAccountInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field({ description: 'What the program is called in the clinic.' })
  name!: string;

  @Field({ description: 'Id of the client of the token service.' })
  clientId!: string;

  @Field({ description: 'Its secret, which is only compared and kept nowhere.' })
  clientSecret!: string;
}

/** Programs that work in clinics. */
@Resolver()
export class ServiceAccountsResolver {
  @Mutation(() => ClinicianPayload, {
    description: 'Lets a program work in a clinic as a member. For trusted servers.',
  })
  async addServiceAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, ...credentials }: AddServiceAccountInput,
  ): Promise<ClinicianPayload> {
    return { clinician: toClinician(await services.clinicServiceAccounts.add(clinicId, credentials)) };
  }
}
