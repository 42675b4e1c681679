import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { givenByPatients } from '../../../src/care/patients/patient-permission';
import {
  confirmationsOrder,
  placedConfirmation,
} from '../../../src/identity/confirmations/confirmations-order';
import { RequestContext } from '../../../src/request/request-context';
import {
  AcceptPatientInvitationInput,
  ClinicInvitationInput,
  ClinicInvitationPayload,
  InviteClinicInput,
} from './clinic-invitations.types';
import { Clinic } from '../clinics/clinics.types';
import {
  Invitation,
  InvitationConnection,
  InvitationPageArguments,
  toInvitation,
} from '../../identity/confirmations/invitations.types';
import { PatientPayload } from '../patients/patient-inputs.types';
import { toPatientFields } from '../patients/patients';
import { toPatient } from '../patients/patients.types';
import { pageComplexity, pageOfItems } from '../../paging';
import { globalId } from '../../global-id';
import { Repeatable, TakesNoKey } from '../../repeatable';
import { invitationAgain } from '../../identity/confirmations/invitations';

/** Invitations from people to clinics to view their data. */
@Resolver(() => Clinic)
export class PatientInvitationsResolver {
  @FieldResolver(() => InvitationConnection, {
    description:
      'Open invitations from people who want to become patients, newest first. Expired invitations can still be accepted.',
    complexity: pageComplexity,
  })
  async openPatientInvitations(
    @Root() { id }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => InvitationPageArguments) page: InvitationPageArguments,
  ): Promise<InvitationConnection> {
    const invites = await context.load(context.services.patientInvites.ofClinics, id);
    const list = { field: 'Clinic.openPatientInvitations', of: id, order: confirmationsOrder };
    return pageOfItems(list, page, invites.map(placedConfirmation), toInvitation);
  }

  @FieldResolver(() => [Invitation], {
    description:
      'Invitations from people who want to become patients. Expired invitations can still be accepted.',
    deprecationReason: 'Use `openPatientInvitations`, which has pages.',
  })
  async patientInvitations(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<Invitation[]> {
    return (await context.load(context.services.patientInvites.ofClinics, id)).map(toInvitation);
  }

  /** `Clinic.patientInvitations` for a clinic. */
  static ofClinic(context: RequestContext, clinicId: string): Promise<Invitation[]> {
    return new PatientInvitationsResolver().patientInvitations({ id: clinicId } as Clinic, context);
  }

  @Repeatable(invitationAgain)
  @Mutation(() => ClinicInvitationPayload, {
    description: 'Invites a clinic to view the data of an account.',
  })
  async inviteClinic(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { userId, shareCode, permissions }: InviteClinicInput,
  ): Promise<ClinicInvitationPayload> {
    const given = givenByPatients.filter((name) => permissions.includes(name));
    const wanted = { shareCode, permissions: given };
    const invitation = await services.patientInvites.send(userId, wanted, personId);
    return { invitation: toInvitation(invitation) };
  }

  @TakesNoKey('An invitation can be answered only once.')
  @Mutation(() => PatientPayload, {
    description: 'Accepts an invitation to the clinic: its sender becomes a patient.',
  })
  async acceptPatientInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, key, ...fields }: AcceptPatientInvitationInput,
  ): Promise<PatientPayload> {
    const accepted = await services.patientInvites.accept({ clinicId, key }, toPatientFields(fields));
    return { patient: toPatient(accepted), removedId: globalId('Invitation', [key]) };
  }

  @Mutation(() => ClinicInvitationPayload, {
    description: 'Ends an invitation: the clinic declines it, or its sender cancels it.',
  })
  async endPatientInvitation(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') invite: ClinicInvitationInput,
  ): Promise<ClinicInvitationPayload> {
    return { invitation: toInvitation(await services.patientInvites.end(invite, personId)) };
  }
}
