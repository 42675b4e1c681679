import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { badInput } from '../src/errors';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { toClinic } from './clinics.types';
import {
  EhrChallengeInput,
  EhrMatchPayload,
  MatchEhrOrderInput,
  ReceivedEhrMessage,
  ReceiveEhrMessageInput,
  SyncEhrForClinicInput,
  SyncEhrForPatientInput,
} from './ehr.types';
import { toPatient } from './patients.types';

/** What health record systems send, and what is made of it. */
@Resolver()
export class EhrResolver {
  @Query(() => String, {
    description: 'The challenge, said back to a health record system that shows its token.',
  })
  ehrChallenge(@Arg('input') { challenge }: EhrChallengeInput): string {
    if (challenge == null) throw badInput('"challenge" must be a text.');
    return challenge;
  }

  @Mutation(() => ReceivedEhrMessage, {
    description: 'Keeps a message of a health record system that shows its token; a new order is worked off.',
  })
  async receiveEhrMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { message }: ReceiveEhrMessageInput,
  ): Promise<ReceivedEhrMessage> {
    return { documentId: await services.ehrMessages.receive(message) };
  }

  @Mutation(() => EhrMatchPayload, {
    description: 'Finds out which clinic and which patients an order is about. For trusted servers.',
  })
  async matchEhrOrder(
    @Ctx() { services }: RequestContext,
    @Arg('input') { documentId, patients: wanted }: MatchEhrOrderInput,
  ): Promise<EhrMatchPayload> {
    const found = await services.ehrMatches.match(documentId, wanted ?? null);
    const { clinic, settings, patients } = found;
    return { clinic: toClinic(clinic), settings, patients: patients?.map(toPatient) ?? null };
  }

  @Mutation(() => DonePayload, {
    description: 'Sends reports on all patients of a clinic who are subscribed to. For trusted servers.',
  })
  async syncEhrForClinic(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId }: SyncEhrForClinicInput,
  ): Promise<DonePayload> {
    await services.ehrSync.syncClinic(clinicId);
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description:
      'Sends reports on an account to all clinics that are subscribed and want them after uploads. For trusted servers.',
  })
  async syncEhrForPatient(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: SyncEhrForPatientInput,
  ): Promise<DonePayload> {
    await services.ehrSync.syncAccount(userId);
    return { done: true };
  }
}
