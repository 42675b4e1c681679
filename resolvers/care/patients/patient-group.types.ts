import { registerEnumType } from 'type-graphql';
import { patientGroupings } from '../../../src/care/patients/patient-grouping';
import { named } from '../clinics/clinics.types';

export const PatientGroupingName = named(patientGroupings, (grouping) =>
  grouping.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
);

registerEnumType(PatientGroupingName, {
  name: 'PatientGrouping',
  description: 'What the patients of a clinic are grouped by.',
  valuesConfig: {
    CLINIC: { description: 'All patients in one group.' },
    TAG: { description: 'By tag. A patient counts in the group of each of their tags.' },
    SITE: { description: 'By site. A patient counts in the group of each of their sites.' },
    CLINICIAN: {
      description: 'By the clinician who reviewed the data last. Clinics assign patients in no other way.',
    },
    DIAGNOSIS_TYPE: { description: 'By type of diabetes.' },
  },
});

/** How the fields that say which group it is are described; each group has one of them at most. */
export const groupLabels = {
  tag: { nullable: true, description: 'The tag, if grouped by tag; absent without tags.' },
  site: { nullable: true, description: 'The site, if grouped by site; absent without sites.' },
  clinicianId: {
    nullable: true,
    description:
      'Account of the clinician, if grouped by clinician; absent without reviews. The clinician may have left the clinic.',
  },
  clinician: {
    nullable: true,
    description: 'The clinician, if grouped by clinician; absent if they have left the clinic.',
  },
  diagnosisType: {
    nullable: true,
    description: 'The type of diabetes, if grouped by it; absent if unknown.',
  },
} as const;
