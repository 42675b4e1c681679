import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { clinicianAgain } from './clinicians';
import { ClinicianPayload, toClinician } from './clinicians.types';
import { Repeatable } from '../../repeatable';

@InputType({ description: 'A program that will work in a clinic, and its credentials.' })
export class AddServiceAccountInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field({ description: 'Name of the program in the clinic.' })
  name!: string;

  @Field({ description: 'Id of its client at the token service.' })
  clientId!: string;

  @Field({ description: 'Secret of the client. It is compared and not stored.' })
  clientSecret!: string;
}

/** Programs that work in clinics. */
@Resolver()
export class ServiceAccountsResolver {
  @Repeatable(clinicianAgain)
  @Mutation(() => ClinicianPayload, {
    description: 'Adds a program to a clinic as a member. For trusted servers.',
  })
  async addServiceAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, ...credentials }: AddServiceAccountInput,
  ): Promise<ClinicianPayload> {
    return { clinician: toClinician(await services.clinicServiceAccounts.add(clinicId, credentials)) };
  }
}
