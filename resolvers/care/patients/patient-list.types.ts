import { ArgsType, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { PatientListQuestion } from '../../../src/care/patients/patient-list';
import {
  ownSortFields,
  summaryDates,
  type SummaryPeriod,
  type SummaryType,
} from '../../../src/care/patients/summary-fields';
import { named } from '../clinics/clinics.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { PatientFilterInput } from './patient-filters.types';
import { PatientEdge } from './patients.types';
import {
  describe,
  describeFigures,
  figures,
  shareNames,
  SummaryPeriodName,
  SummaryTypeName,
  upperCase,
} from './summary-figures.types';

const otherFields: string[] = [...ownSortFields, ...Object.keys(summaryDates)];
const sortFields: string[] = [...otherFields, ...figures];

export const PatientSortFieldName = { ...shareNames, ...named(sortFields, upperCase) };

registerEnumType(PatientSortFieldName, {
  name: 'PatientSortField',
  description: 'Sort fields of patient lists.',
  valuesConfig: {
    ...describe(otherFields, (name) => `\`${name}\` of the patient or of the summary.`),
    ...describeFigures(),
  },
});

@InputType({
  description:
    'Sort order of a patient list. Patients without the value come last; no readings or minutes in a range count as none, not as 0.',
})
export class PatientSortInput {
  @Field(() => PatientSortFieldName, {
    description: 'What the list is sorted by, such as name, time in range or last upload.',
  })
  by!: string;

  @Field(() => Boolean, {
    description: 'Whether the largest value, or the latest, comes first.',
    defaultValue: false,
  })
  descending!: boolean;

  @Field(() => SummaryTypeName, {
    description: 'The summary that the field belongs to.',
    defaultValue: 'cgm',
  })
  type!: SummaryType;
}

@ArgsType()
export class PatientListArguments extends pageArguments('patients') {
  @Field(() => String, {
    nullable: true,
    description:
      'Only patients whose name, address, record number or birthday contain all of these words, in any order, ignoring case and accents.',
  })
  search?: string;

  @Field(() => PatientFilterInput, { nullable: true, description: 'Only patients who match these filters.' })
  filter?: PatientFilterInput;

  @Field(() => PatientSortInput, { nullable: true, description: 'The sort order; by name if absent.' })
  sort?: PatientSortInput;

  @Field(() => SummaryPeriodName, { description: 'The period of the figures.', defaultValue: '14d' })
  period!: SummaryPeriod;
}

@ObjectType({ description: 'A page of the patients of a clinic.' })
export class ClinicPatientConnection {
  @Field(() => [PatientEdge], { description: 'The patients of the page.' })
  edges!: PatientEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;

  question!: PatientListQuestion;
}
