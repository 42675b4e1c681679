import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { patientGroupings, type PatientGrouping } from '../../../src/care/patients/clinic-statistics.service';
import type { SummaryPeriod, SummaryType } from '../../../src/care/patients/summary-fields';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits } from '../../records/data/in-units';
import { named } from '../clinics/clinics.types';
import { DateTime } from '../../scalars';
import { PatientTag, type UncountedTag } from './labels.types';
import { MeanTimes } from './mean-times.types';
import { DiagnosisTypeName, PatientSite } from './patients.types';
import { SummaryPeriodName, SummaryTypeName } from './summary-figures.types';

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

@ArgsType()
export class ClinicStatisticsArguments {
  @Field(() => PatientGroupingName, { description: 'What to group patients by.', defaultValue: 'clinic' })
  by!: PatientGrouping;

  @Field(() => SummaryTypeName, {
    description: 'Whether to count sensor readings (CGM) or meter readings (BGM).',
    defaultValue: 'cgm',
  })
  type!: SummaryType;

  @Field(() => SummaryPeriodName, { description: 'The period of the figures.', defaultValue: '14d' })
  period!: SummaryPeriod;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Patients with readings at this instant or later are active; the length of the period before now if absent.',
  })
  activeSince?: number;
}

@ObjectType({
  description:
    'Statistics of a group of patients. Figures are means over active patients: those of others are of another time. They are the figures that patient lists are filtered by.',
})
export class PatientGroupStatistics extends MeanTimes {
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

  @Field(() => Int, { description: 'Number of patients.' })
  patients!: number;

  @Field(() => Int, { description: 'Number of patients with readings since `activeSince`.' })
  active!: number;

  @Field(() => Int, { description: 'Number of patients whose newest readings are older.' })
  inactive!: number;

  @Field(() => Int, { description: 'Number of patients without any readings.' })
  noData!: number;

  @Field(() => Int, { description: 'Number of active patients with enough readings for shares of time.' })
  measured!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean change of time in range since the period before, over active patients with both: 0.05 is five percentage points. Absent if there are none.',
  })
  timeInTargetChange!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean sensor wear of active patients, as a share of the period: 0.7 is 70 %. Absent if there are none, and for meters.',
  })
  sensorUse!: number | null;

  @GlucoseField({
    nullable: true,
    show: inUnits,
    description: 'Mean of the mean glucose of active patients. Absent if there are none.',
  })
  averageGlucose!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean of the glucose management indicators (GMI) of `withIndicator` patients, in percent of HbA1c. Absent if there are none.',
  })
  glucoseManagementIndicator!: number | null;

  @Field(() => Int, {
    description:
      'Number of active patients with a GMI: those who wore a sensor for more than 70 % of the period.',
  })
  withIndicator!: number;
}
