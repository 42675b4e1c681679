import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PatientPermission } from '../src/clinics/patient-permission';
import type { SummaryPeriod } from '../src/clinics/summary-fields';
import { tideCategories, type TideCategory as Category } from '../src/clinics/tide/tide-categories';
import { tideFigures } from '../src/clinics/tide/tide-report-sql';
import type { TideSection } from '../src/clinics/tide/tide-report.service';
import { named } from './clinics.types';
import { SummaryPeriodName } from './patient-list.types';
import { PatientDataSource, PatientReview } from './patients.types';
import { DateTime } from './scalars';

export { tideFigures };

export type { Category };

const nameOf = (category: string): string =>
  category
    .replace('CGM', 'Cgm')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

export const TideCategoryName = named([...tideCategories, 'noData'], nameOf);

registerEnumType(TideCategoryName, {
  name: 'TideCategoryName',
  description: 'What patients of a report stand out by.',
  valuesConfig: {
    TIME_IN_VERY_LOW_PERCENT: { description: 'More than 1 % of the time in the very low range.' },
    TIME_IN_ANY_LOW_PERCENT: { description: 'More than 4 % of the time below the target range.' },
    DROP_IN_TIME_IN_TARGET_PERCENT: {
      description: 'Time in the target range has gone down by more than 15 points.',
    },
    TIME_CGM_USE_PERCENT: { description: 'A sensor was in use less than 70 % of the time.' },
    TIME_IN_TARGET_PERCENT: { description: 'Less than 70 % of the time in the target range.' },
    TIME_IN_EXTREME_HIGH_PERCENT: { description: 'At least 1 % of the time in the extremely high range.' },
    TIME_IN_VERY_HIGH_PERCENT: { description: 'More than 5 % of the time in the very high range.' },
    TIME_IN_ANY_HIGH_PERCENT: { description: 'More than 25 % of the time above the target range.' },
    MEETING_TARGETS: { description: 'All of it as it should be.' },
    NO_DATA: { description: 'No recent data. Always the last section; it cannot be asked for by name.' },
  },
});

@InputType({ description: 'Which patients a report is about.' })
export class TideReportInput {
  @Field(() => SummaryPeriodName, { description: 'The period that the figures are of.' })
  period!: SummaryPeriod;

  @Field(() => [ID], { description: 'At least one tag; patients have all of them.' })
  tagIds!: string[];

  @Field(() => DateTime, {
    description: 'Patients with data of this instant or later are in categories, others lack data.',
  })
  lastDataCutoff!: number;

  @Field(() => [TideCategoryName], {
    nullable: true,
    description:
      'The categories in the order in which they are filled; seven usual ones when absent. Repeats are dropped.',
  })
  categories?: (Category | 'noData')[];

  @Field({ description: 'Leaves out the patients without recent data.', defaultValue: false })
  excludeNoData!: boolean;
}

@ObjectType({ description: 'A patient of a report. A figure is absent when the summary does not have it.' })
export class TideEntry {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email!: string | null;

  @Field(() => [ID], { description: 'All tags of the patient.' })
  tagIds!: string[];

  @Field(() => [PatientReview], { description: 'The last two looks at the data, newest first.' })
  reviews!: PatientReview[];

  @Field(() => [PatientDataSource], {
    nullable: true,
    description: 'Where data come from; absent until told.',
  })
  dataSources!: PatientDataSource[] | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the last sensor data.' })
  lastData!: number | null;

  /** What the clinic may do with the account; for the record of access. */
  permissions!: PatientPermission[];

  @Field(() => Float, { nullable: true, description: 'Mean glucose in mmol/L.' })
  averageGlucoseMmol?: number;

  @Field(() => Float, { nullable: true, description: 'Glucose management indicator in percent.' })
  glucoseManagementIndicator?: number;

  @Field(() => Float, { nullable: true, description: 'Minutes that a sensor was in use.' })
  timeCGMUseMinutes?: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of the time that a sensor was in use; 1 is all.',
  })
  timeCGMUsePercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time above 19.4 mmol/L.' })
  timeInExtremeHighPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time from 10 to 13.9 mmol/L.' })
  timeInHighPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time from 3 to 3.9 mmol/L.' })
  timeInLowPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time from 3.9 to 10 mmol/L.' })
  timeInTargetPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time above 13.9 mmol/L.' })
  timeInVeryHighPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time below 3 mmol/L.' })
  timeInVeryLowPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time above 10 mmol/L.' })
  timeInAnyHighPercent?: number;

  @Field(() => Float, { nullable: true, description: 'Share of the time below 3.9 mmol/L.' })
  timeInAnyLowPercent?: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Change of the time in the target range since the period before.',
  })
  timeInTargetPercentDelta?: number;
}

@ObjectType({ description: 'The patients of a report who stand out by one thing.' })
export class TideCategory {
  @Field(() => TideCategoryName, { description: 'What they stand out by.' })
  name!: string;

  @Field(() => [TideEntry], {
    description: 'The patients, who stand out most first.',
    // The report counts them, however they are spread over its categories.
    complexity: ({ childComplexity }) => 1 + childComplexity,
  })
  patients!: TideEntry[];
}

@ObjectType({ description: 'What the figures of a report mean, in mmol/L.' })
export class TideThresholds {
  @Field(() => Float, { description: 'Below is very low.' })
  veryLow!: number;

  @Field(() => Float, { description: 'Below is low.' })
  low!: number;

  @Field(() => Float, { description: 'Above is high.' })
  high!: number;

  @Field(() => Float, { description: 'Above is very high.' })
  veryHigh!: number;

  @Field(() => Float, { description: 'Above is extremely high.' })
  extremeHigh!: number;
}

@ObjectType({ description: 'What a report is about.' })
export class TideConfig {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => SummaryPeriodName, { description: 'The period that the figures are of.' })
  period!: SummaryPeriod;

  @Field(() => [ID], { description: 'The tags as they were asked for.' })
  tagIds!: string[];

  @Field(() => DateTime, { description: 'The instant that divides who has data from who has not.' })
  lastDataCutoff!: number;

  @Field(() => Int, { description: 'Version of the form of summaries.' })
  schemaVersion!: number;

  @Field({ description: 'The limits of the ranges.' })
  thresholds!: TideThresholds;
}

@ObjectType({
  description:
    'Patients who stand out. All categories together have 100 at most, those without recent data 50; a patient is in one category at most, and may lack recent data besides.',
})
export class TideReport {
  @Field({ description: 'What the report is about.' })
  config!: TideConfig;

  @Field(() => [TideCategory], {
    description:
      'The categories in their order; one for which there was no room left is absent. Those without recent data come last.',
  })
  categories!: TideCategory[];
}

const thresholds: TideThresholds = { veryLow: 3, low: 3.9, high: 10, veryHigh: 13.9, extremeHigh: 19.4 };

/** A report as the graph shows it. */
export const toTideReport = (
  { period, tagIds, lastDataCutoff }: TideReportInput,
  clinicId: string,
  sections: readonly TideSection[],
): TideReport => ({
  config: { clinicId, period, tagIds, lastDataCutoff, schemaVersion: 2, thresholds },
  categories: sections.map(({ name, entries }) => ({ name, patients: entries })),
});
