import type { IRules } from 'graphql-shield';
import { anyCaller, partOfParent, recordedPart, trustedServer } from '../rules';

/** Merges of clinics. */
export const clinicMergingRules: IRules = {
  Query: { clinicMergePlan: trustedServer },
  Mutation: { mergeClinics: trustedServer },
  MergeClinicsPayload: { clinic: partOfParent },
  MergePlan: {
    source: anyCaller,
    target: anyCaller,
    mergedPatients: partOfParent,
    mergedClinicians: partOfParent,
    settings: partOfParent,
    tags: partOfParent,
    sites: partOfParent,
    clinicians: partOfParent,
    sourceRestrictions: partOfParent,
    targetRestrictions: partOfParent,
    patients: recordedPart<{ patients: { userId: string }[] }>((_args, { patients }) =>
      patients.map(({ userId }) => userId),
    ),
  },
  MergedPatient: { conflicts: partOfParent },
  MergedPatientConnection: {
    edges: recordedPart<{ edges: { node: { userId: string } }[] }>((_args, { edges }) =>
      edges.map(({ node }) => node.userId),
    ),
    pageInfo: partOfParent,
  },
  MergedPatientEdge: { node: partOfParent },
  MergedClinicianConnection: { edges: partOfParent, pageInfo: partOfParent },
  MergedClinicianEdge: { node: partOfParent },
};
