import { Field, ID, InterfaceType, registerEnumType } from 'type-graphql';
import { patientGroupings } from '../../../src/care/patients/patient-grouping';
import { named } from '../clinics/clinics.types';
import { PatientTag, type UncountedTag } from './labels.types';
import { DiagnosisTypeName, PatientSite } from './patients.types';

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

@InterfaceType('PatientGroup', {
  description:
    'A group of the patients of a clinic, and what they have in common: only what they are grouped by has a value.',
})
export abstract class PatientGroup {
  clinicId!: string;

  @Field(() => PatientTag, {
    nullable: true,
    description: 'The tag, if grouped by tag; absent without tags.',
  })
  tag!: UncountedTag | null;

  @Field(() => PatientSite, {
    nullable: true,
    description: 'The site, if grouped by site; absent without sites.',
  })
  site!: PatientSite | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Account of the clinician, if grouped by clinician; absent without reviews. The clinician may have left the clinic.',
  })
  clinicianId!: string | null;

  @Field(() => DiagnosisTypeName, {
    nullable: true,
    description: 'The type of diabetes, if grouped by it; absent if unknown.',
  })
  diagnosisType!: string | null;
}
