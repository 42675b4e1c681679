import type { PatientGroup, PatientGrouping } from '../../../src/care/patients/patient-grouping';

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

/** Assumed number of groups. A clinic has at most 50 tags and 50 sites. */
export const usualGroups = 20;
