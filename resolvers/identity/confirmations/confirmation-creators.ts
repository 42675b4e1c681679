import { isCollection, type Collection } from '../../../src/identity/metadata/merge';
import type { RequestContext } from '../../../src/request/request-context';
import type { ConfirmationCreator, CreatorProfile } from './confirmations.types';

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

function toCreatorProfile(raw: Collection): CreatorProfile {
  const patient = isCollection(raw.patient) ? raw.patient : {};
  return {
    fullName: textOrEmpty(raw.fullName),
    patient: {
      birthday: textOrEmpty(patient.birthday),
      diagnosisDate: textOrEmpty(patient.diagnosisDate),
      isOtherPerson: patient.isOtherPerson === true,
      fullName: textOrEmpty(patient.fullName),
    },
  };
}

/**
 * The sender of a confirmation, in the form its recipient may see. Read for each request, because the profile may have
 * changed.
 */
export async function loadCreator(
  context: RequestContext,
  userId: string | null,
): Promise<ConfirmationCreator> {
  const raw = userId === null ? null : await context.load(context.services.metadata.profiles, userId);
  return { userId, profile: raw && toCreatorProfile(raw) };
}
