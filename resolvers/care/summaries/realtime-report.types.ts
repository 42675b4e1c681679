import type { PatientPermission } from '../../../src/care/patients/patient-permission';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { SummaryPeriod } from '../../../src/care/patients/summary-fields';
import { PatientFilterInput } from '../patients/patient-filters.types';
import { PatientSortInput } from '../patients/patient-list.types';
import { SummaryPeriodName } from '../patients/summary-figures.types';
import { CalendarDay, DateTime } from '../../scalars';

@ArgsType()
export class RealtimeReportArguments {
  @Field(() => DateTime, {
    description: 'Include hours that begin at this instant or later; at most 60 days ago.',
  })
  startTime!: number;

  @Field(() => DateTime, { description: 'Include hours that begin at this instant or earlier.' })
  endTime!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Only patients whose name, address, record number or birthday contain this text, ignoring case.',
  })
  search?: string;

  @Field(() => PatientFilterInput, {
    nullable: true,
    description: 'Filters of patients; at most 1,000 may match.',
  })
  filter?: PatientFilterInput;

  @Field(() => PatientSortInput, { nullable: true, description: 'The sort order; by name if absent.' })
  sort?: PatientSortInput;

  @Field(() => SummaryPeriodName, {
    description: 'The period of figures in the filter.',
    defaultValue: '14d',
  })
  period!: SummaryPeriod;
}

@ObjectType({ description: 'A patient, and the number of days with timely data.' })
export class RealtimeEntry {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; absent if unknown.',
  })
  birthDate!: string | null;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field(() => Int, { description: 'Number of days on which continuous data arrived within a day.' })
  realtimeDays!: number;

  @Field({ description: 'Whether there are at least 16 such days.' })
  hasSufficientData!: boolean;

  /** Permissions of the clinic on the account, for the access log. */
  permissions!: PatientPermission[];
}

@ObjectType({ description: 'Number of days on which patients’ data arrived in time, for billing CPT 99454.' })
export class RealtimeReport {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => DateTime, { description: 'Start of the report.' })
  startTime!: number;

  @Field(() => DateTime, { description: 'End of the report.' })
  endTime!: number;

  @Field(() => [RealtimeEntry], {
    description: 'Patients with sufficient data in the requested order, then all others in reverse order.',
    // The complexity of the report includes them.
    complexity: ({ childComplexity }) => 1 + childComplexity,
  })
  patients!: RealtimeEntry[];
}
