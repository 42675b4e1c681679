import type { PatientPermission } from '../src/clinics/patient-permission';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { SummaryPeriod } from '../src/clinics/summary-fields';
import { PatientFilterInput, PatientSortInput, SummaryPeriodName } from './patient-list.types';
import { DateTime } from './scalars';

@ArgsType()
export class RealtimeReportArguments {
  @Field(() => DateTime, {
    description: 'Hours that begin at this instant or later count; at most 60 days ago.',
  })
  startTime!: number;

  @Field(() => DateTime, { description: 'Hours that begin at this instant or earlier count.' })
  endTime!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Only patients with this text in name, address, record number or birthday, in any case.',
  })
  search?: string;

  @Field(() => PatientFilterInput, {
    nullable: true,
    description: 'Only patients who fit; at most 1,000 may.',
  })
  filter?: PatientFilterInput;

  @Field(() => PatientSortInput, { nullable: true, description: 'The order; by name when absent.' })
  sort?: PatientSortInput;

  @Field(() => SummaryPeriodName, {
    description: 'The period that figures of the filter are of.',
    defaultValue: '14d',
  })
  period!: SummaryPeriod;
}

@ObjectType({ description: 'A patient, and on how many days records came in time.' })
export class RealtimeEntry {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; absent when it is not known.',
  })
  birthDate!: string | null;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field(() => Int, { description: 'Days with continuously uploaded records that came within a day.' })
  realtimeDays!: number;

  @Field({ description: 'Whether there are at least 16 such days.' })
  hasSufficientData!: boolean;

  /** What the clinic may do with the account; for the record of access. */
  permissions!: PatientPermission[];
}

@ObjectType({ description: 'The days on which records of patients came in time, for billing CPT 99454.' })
export class RealtimeReport {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => DateTime, { description: 'The instant that the report begins with.' })
  startTime!: number;

  @Field(() => DateTime, { description: 'The instant that the report ends with.' })
  endTime!: number;

  @Field(() => [RealtimeEntry], {
    description:
      'Patients with sufficient data in the order asked for, then all others in the reverse order.',
    // The report counts them.
    complexity: ({ childComplexity }) => 1 + childComplexity,
  })
  patients!: RealtimeEntry[];
}
