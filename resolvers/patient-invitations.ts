import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { givenByPatients } from '../src/clinics/patient-permission';
import { RequestContext } from '../src/request/request-context';
import {
  AcceptPatientInvitationInput,
  ClinicInvitationInput,
  ClinicInvitationPayload,
  InviteClinicInput,
} from './clinic-invitations.types';
import { Clinic } from './clinics.types';
import { Invitation, toInvitation } from './invitations.types';
import { PatientPayload } from './patient-inputs.types';
import { patientFieldsOf } from './patients';
import { toPatient } from './patients.types';

/** Invitations of people to clinics to look at their data. */
@Resolver(() => Clinic)
export class PatientInvitationsResolver {
  @FieldResolver(() => [Invitation], {
    description: 'People who would like to be patients; expired invitations can still be accepted.',
  })
  async patientInvitations(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<Invitation[]> {
    return (await context.load(context.services.patientInvites.ofClinics, id)).map(toInvitation);
  }

  /** `Clinic.patientInvitations` for a clinic. */
  static ofClinic(context: RequestContext, clinicId: string): Promise<Invitation[]> {
    return new PatientInvitationsResolver().patientInvitations({ id: clinicId } as Clinic, context);
  }

  @Mutation(() => ClinicInvitationPayload, {
    description: 'Invites a clinic to look at the data of an account.',
  })
  async inviteClinic(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, shareCode, permissions }: InviteClinicInput,
  ): Promise<ClinicInvitationPayload> {
    const given = givenByPatients.filter((name) => permissions.includes(name));
    const invitation = await services.patientInvites.send(userId, { shareCode, permissions: given });
    return { invitation: toInvitation(invitation) };
  }

  @Mutation(() => PatientPayload, { description: 'Makes whoever has invited a clinic its patient.' })
  async acceptPatientInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, key, ...fields }: AcceptPatientInvitationInput,
  ): Promise<PatientPayload> {
    const accepted = await services.patientInvites.accept({ clinicId, key }, patientFieldsOf(fields));
    return { patient: toPatient(accepted) };
  }

  @Mutation(() => ClinicInvitationPayload, {
    description: 'Ends an invitation: the clinic declines it, or who has sent it calls it off.',
  })
  async endPatientInvitation(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') invite: ClinicInvitationInput,
  ): Promise<ClinicInvitationPayload> {
    return { invitation: toInvitation(await services.patientInvites.end(invite, personId)) };
  }
}
