import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { badInput } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from '../../identity/auth/accounts.types';
import { toClinic } from '../clinics/clinics.types';
import {
  EhrChallengeInput,
  EhrMatchPayload,
  MatchEhrOrderInput,
  ReceivedEhrMessage,
  ReceiveEhrMessageInput,
  SyncEhrForClinicInput,
  SyncEhrForPatientInput,
} from './ehr.types';
import { toPatient } from '../patients/patients.types';
import { TakesNoKey } from '../../repeatable';

/** Messages from health record systems, and their processing. */
@Resolver()
export class EhrResolver {
  @Query(() => String, {
    description: 'Returns the challenge to an EHR integration that presents its token.',
  })
  ehrChallenge(@Arg('input') { challenge }: EhrChallengeInput): string {
    if (challenge == null) throw badInput('"challenge" must be a text.');
    return challenge;
  }

  @TakesNoKey('Its clients follow a protocol without keys.')
  @Mutation(() => ReceivedEhrMessage, {
    description:
      'Stores a message from an EHR integration that presents its token, and processes new orders.',
  })
  async receiveEhrMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { message }: ReceiveEhrMessageInput,
  ): Promise<ReceivedEhrMessage> {
    return { documentId: await services.ehrMessages.receive(message) };
  }

  @TakesNoKey('Repeating it changes nothing more.')
  @Mutation(() => EhrMatchPayload, {
    description: 'Matches an order to a clinic and patients. For trusted servers.',
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
    description: 'Sends reports on all patients of a clinic with reports turned on. For trusted servers.',
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
      'Sends reports on an account to all of its clinics that want them after uploads. For trusted servers.',
  })
  async syncEhrForPatient(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: SyncEhrForPatientInput,
  ): Promise<DonePayload> {
    await services.ehrSync.syncAccount(userId);
    return { done: true };
  }
}
