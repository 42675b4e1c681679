import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import type { PatientGrouping } from '../../../src/care/patients/patient-grouping';
import type { SummaryPeriod, SummaryType } from '../../../src/care/patients/summary-fields';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits } from '../../records/data/in-units';
import { DateTime } from '../../scalars';
import type { UncountedTag } from './labels.types';
import { MeanTimes } from './mean-times.types';
import { PatientGroup, PatientGroupingName } from './patient-group.types';
import type { PatientSite } from './patients.types';
import { SummaryPeriodName, SummaryTypeName } from './summary-figures.types';

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
  implements: PatientGroup,
  description:
    'Statistics of a group of patients. Figures are means over active patients: those of others are of another time. They are the figures that patient lists are filtered by.',
})
export class PatientGroupStatistics extends MeanTimes implements PatientGroup {
  clinicId!: string;

  tag!: UncountedTag | null;

  site!: PatientSite | null;

  clinicianId!: string | null;

  diagnosisType!: string | null;

  @Field(() => Int, { description: 'Number of patients.' })
  patients!: number;

  @Field(() => Int, { description: 'Number of patients with readings since `activeSince`.' })
  active!: number;

  @Field(() => Int, { description: 'Number of patients whose newest readings are older.' })
  inactive!: number;

  @Field(() => Int, {
    description: 'Number of patients without any readings, and of those whose data the clinic may not view.',
  })
  noData!: number;

  @Field(() => Int, {
    description:
      'Number of patients with readings from which no summary has been calculated yet, usually for less than a minute. They count in no other figure.',
  })
  unknown!: number;

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
