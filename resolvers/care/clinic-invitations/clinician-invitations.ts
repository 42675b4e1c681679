import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { noSuchInvite } from '../../../src/care/clinic-invitations/clinician-invite.service';
import { assertMigrated } from '../../../src/care/clinics/lock-clinic';
import { mayJoin } from '../../../src/care/clinic-invitations/membership';
import {
  confirmationsOrder,
  placedConfirmation,
} from '../../../src/identity/confirmations/confirmations-order';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import {
  AnswerClinicianInvitationInput,
  AssociateClinicianInput,
  CancelClinicianInvitationPayload,
  ClinicianInvitation,
  ClinicianInvitationArguments,
  ClinicianInvitationConnection,
  ClinicianInvitationPayload,
  ClinicInvitationInput,
  InviteClinicianInput,
  JoiningRestrictions,
  toClinicianInvitation,
} from './clinic-invitations.types';
import type { ClinicianRole } from '../../../src/care/clinics/people/clinician-role';
import { Clinician, ClinicianPayload, ClinicianRoleName, toClinician } from '../clinics/clinicians.types';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import { loadCreator } from '../../identity/confirmations/confirmation-creators';
import { ConfirmationCreator } from '../../identity/confirmations/confirmations.types';
import { pageComplexity, pageOfItems } from '../../paging';
import { Repeatable, TakesNoKey } from '../../repeatable';
import { globalId } from '../../global-id';
import { removed, RemovedPayload } from '../../removed-payload';
import { clinicianAgain } from '../clinics/clinicians';

const findProvider = ({ caller }: RequestContext): string | null =>
  caller.kind === 'user' ? (caller.identityProvider ?? null) : null;

/** Invitations to work in clinics. */
@Resolver(() => User)
export class ClinicianInvitationsResolver {
  @Query(() => ClinicianInvitation, { description: 'An open invitation of a clinic.' })
  async clinicianInvitation(
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) clinicId: string,
    @Arg('key', () => ID, { description: 'Key of the invitation.' }) key: string,
  ): Promise<ClinicianInvitation> {
    const [clinic, found] = await Promise.all([
      context.load(context.services.clinics.findMany, clinicId),
      context.load(context.services.clinicianInvites.findOpen, { clinicId, key }),
    ]);
    if (clinic) assertMigrated(clinic);
    if (!found) throw noSuchInvite();
    return toClinicianInvitation(found);
  }

  @Query(() => Clinician, { description: 'The record of an invited member. For trusted servers.' })
  async invitedClinician(
    @Ctx() { services }: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) clinicId: string,
    @Arg('key', () => ID, { description: 'Key of the invitation.' }) key: string,
  ): Promise<Clinician> {
    return toClinician(await services.clinicianInvites.findRecord({ clinicId, key }));
  }

  @FieldResolver(() => ClinicianInvitationConnection, {
    description: 'Open invitations to work in clinics that the account can answer, newest first.',
    complexity: pageComplexity,
  })
  async openClinicInvitations(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @Args(() => ClinicianInvitationArguments) page: ClinicianInvitationArguments,
  ): Promise<ClinicianInvitationConnection> {
    const invites = await context.load(context.services.clinicianInvites.receivedBy, id);
    const list = { field: 'User.openClinicInvitations', of: id, order: confirmationsOrder };
    const { edges, pageInfo } = await pageOfItems(list, page, invites.map(placedConfirmation), (invite) =>
      restricted(context, id, toClinicianInvitation(invite)),
    );
    const settled = edges.map(async (edge) => ({ cursor: edge.cursor, node: await edge.node }));
    return { edges: await Promise.all(settled), pageInfo };
  }

  @FieldResolver(() => [ClinicianInvitation], {
    description: 'Open invitations to work in clinics that the account can answer, newest first.',
    deprecationReason: 'Use `openClinicInvitations`, which has pages.',
  })
  async clinicianInvitations(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
  ): Promise<ClinicianInvitation[]> {
    const invites = await context.load(context.services.clinicianInvites.receivedBy, id);
    return Promise.all(invites.map(toClinicianInvitation).map((invite) => restricted(context, id, invite)));
  }

  /** `User.clinicianInvitations` for an account. */
  static received(context: RequestContext, userId: string): Promise<ClinicianInvitation[]> {
    return new ClinicianInvitationsResolver().clinicianInvitations({ id: userId } as User, context);
  }

  @Repeatable(clinicianAgain)
  @Mutation(() => ClinicianPayload, { description: 'Invites a person by mail to work in a clinic.' })
  async inviteClinician(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId, ...invitation }: InviteClinicianInput,
  ): Promise<ClinicianPayload> {
    const invited = await services.clinicianInvites.invite(clinicId, invitation, personId);
    return { clinician: toClinician(invited) };
  }

  @TakesNoKey('Each request is meant to send a mail.')
  @Mutation(() => ClinicianInvitationPayload, {
    description: 'Resends the mail of an open invitation.',
  })
  async resendClinicianInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') invite: ClinicInvitationInput,
  ): Promise<ClinicianInvitationPayload> {
    return { invitation: toClinicianInvitation(await services.clinicianInvites.resend(invite)) };
  }

  @Mutation(() => CancelClinicianInvitationPayload, {
    description: 'Cancels an invitation to work in a clinic.',
  })
  async cancelClinicianInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') invite: ClinicInvitationInput,
  ): Promise<CancelClinicianInvitationPayload> {
    const { clinicId, key } = invite;
    const recordId = await services.clinicianInvites.cancel(invite);
    return {
      done: true,
      removedId: globalId('ClinicianInvitation', [clinicId, key]),
      removedClinicianId: recordId && globalId('Clinician', [clinicId, recordId]),
    };
  }

  @TakesNoKey('An invitation can be answered only once.')
  @Mutation(() => ClinicianPayload, { description: 'Accepts an invitation to work in a clinic.' })
  async acceptClinicianInvitation(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, key }: AnswerClinicianInvitationInput,
  ): Promise<ClinicianPayload> {
    const { clinicianInvites } = context.services;
    const clinician = toClinician(await clinicianInvites.accept(userId, key, findProvider(context)));
    return { clinician, removedId: globalId('ClinicianInvitation', [clinician.clinicId, key]) };
  }

  @Mutation(() => RemovedPayload, { description: 'Declines an invitation to work in a clinic.' })
  async declineClinicianInvitation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, key }: AnswerClinicianInvitationInput,
  ): Promise<RemovedPayload> {
    const clinicId = await services.clinicianInvites.decline(userId, key);
    return removed(clinicId && globalId('ClinicianInvitation', [clinicId, key]));
  }

  @Mutation(() => ClinicianPayload, {
    description: 'Links the record of an invited member to an account. For trusted servers.',
  })
  async associateClinician(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, ...invite }: AssociateClinicianInput,
  ): Promise<ClinicianPayload> {
    return { clinician: toClinician(await services.clinicianInvites.associate(invite, userId)) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Removes the record of an invited member. For trusted servers.',
  })
  async removeInvitedClinician(
    @Ctx() { services }: RequestContext,
    @Arg('input') invite: ClinicInvitationInput,
  ): Promise<RemovedPayload> {
    const recordId = await services.clinicianInvites.removeRecord(invite);
    return removed(globalId('Clinician', [invite.clinicId, recordId]));
  }
}

/** An invitation, with what determines whether its recipient may accept it. */
export async function restricted(
  context: RequestContext,
  userId: string,
  invite: ClinicianInvitation,
): Promise<ClinicianInvitation> {
  const { clinics, accounts } = context.services;
  const [clinic, user] = await Promise.all([
    context.load(clinics.findMany, invite.clinicId),
    context.load(accounts.findMany, userId),
  ]);
  const verdict = mayJoin(clinic?.membershipRestrictions ?? null, user, findProvider(context));
  return Object.assign(invite, { restrictions: verdict });
}

/** Invitations sent by clinics. */
@Resolver(() => Clinic)
export class SentClinicianInvitationsResolver {
  @FieldResolver(() => ClinicianInvitationConnection, {
    description: 'Open invitations to work in the clinic, newest first. For its administrators.',
    complexity: pageComplexity,
  })
  async openClinicianInvitations(
    @Root() { id }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => ClinicianInvitationArguments) page: ClinicianInvitationArguments,
  ): Promise<ClinicianInvitationConnection> {
    const invites = await context.load(context.services.clinicianInvites.sentBy, id);
    const list = { field: 'Clinic.openClinicianInvitations', of: id, order: confirmationsOrder };
    return pageOfItems(list, page, invites.map(placedConfirmation), toClinicianInvitation);
  }

  @FieldResolver(() => [ClinicianInvitation], {
    description: 'Open invitations to work in the clinic, newest first. For its administrators.',
    deprecationReason: 'Use `openClinicianInvitations`, which has pages.',
  })
  async clinicianInvitations(
    @Root() { id }: Clinic,
    @Ctx() context: RequestContext,
  ): Promise<ClinicianInvitation[]> {
    return (await context.load(context.services.clinicianInvites.sentBy, id)).map(toClinicianInvitation);
  }
}

/** Edges of an invitation. */
@Resolver(() => ClinicianInvitation)
export class ClinicianInvitationResolver {
  @FieldResolver(() => Clinic, { description: 'The clinic that sends the invitation.' })
  clinic(@Root() { clinicId }: ClinicianInvitation, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @FieldResolver(() => [ClinicianRoleName], {
    description: 'Roles in the clinic that the invitation offers; empty once it is no longer open.',
  })
  async roles(
    @Root() { clinicId, key }: ClinicianInvitation,
    @Ctx() context: RequestContext,
  ): Promise<ClinicianRole[]> {
    const invited = await context.load(context.services.clinicians.invited, { clinicId, key });
    return invited?.roles ?? [];
  }

  @FieldResolver(() => ConfirmationCreator, { description: 'The account that sent the invitation.' })
  creator(
    @Root() { creatorId }: ClinicianInvitation,
    @Ctx() context: RequestContext,
  ): Promise<ConfirmationCreator> {
    return loadCreator(context, creatorId);
  }

  @FieldResolver(() => JoiningRestrictions, {
    nullable: true,
    description: 'Whether the invitation can be accepted; visible only to the invited account.',
  })
  restrictions(@Root() { restrictions }: ClinicianInvitation): JoiningRestrictions | null {
    return restrictions;
  }

  /** The inviting account, and the name of the clinic. */
  static async findCreator(context: RequestContext, { creatorId, clinicId }: ClinicianInvitation) {
    const [creator, clinic] = await Promise.all([
      loadCreator(context, creatorId),
      context.load(context.services.clinics.findMany, clinicId),
    ]);
    return { ...creator, clinicName: clinic?.name ?? '' };
  }
}
