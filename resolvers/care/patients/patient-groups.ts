import type { PatientGroup, PatientGrouping } from '../../../src/care/patients/patient-grouping';
import type { RequestContext } from '../../../src/request/request-context';
import { toClinician, type Clinician } from '../clinics/clinicians.types';

/** What a group of patients has in common, as the graph has it. */
export function toGroupLabels(
  clinicId: string,
  by: PatientGrouping,
  { groupId, name }: Pick<PatientGroup, 'groupId' | 'name'>,
) {
  const label = groupId === null ? null : { id: groupId, name: name ?? '', clinicId };
  return {
    clinicId,
    tag: by === 'tag' ? label : null,
    site: by === 'site' ? label : null,
    clinicianId: by === 'clinician' ? groupId : null,
    diagnosisType: by === 'diagnosisType' ? groupId : null,
  };
}

/** The clinician of a group; null if it has none, or they have left the clinic. */
export async function findClinicianOfGroup(
  { clinicId, clinicianId: userId }: { clinicId: string; clinicianId: string | null },
  context: RequestContext,
): Promise<Clinician | null> {
  if (userId === null) return null;
  const found = await context.load(context.services.clinicians.findMany, { clinicId, userId });
  return found && toClinician(found);
}

/** Assumed number of groups. A clinic has at most 50 tags and 50 sites. */
export const usualGroups = 20;
