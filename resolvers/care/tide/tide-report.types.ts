import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PatientPermission } from '../../../src/care/patients/patient-permission';
import type { SummaryPeriod } from '../../../src/care/patients/summary-fields';
import { tideCategories, type TideCategory as Category } from '../../../src/care/tide/tide-categories';
import { tideFigures } from '../../../src/care/tide/tide-report-sql';
import type { TideSection } from '../../../src/care/tide/tide-report.service';
import { named } from '../clinics/clinics.types';
import { SummaryPeriodName } from '../patients/summary-figures.types';
import { ShareField } from '../../former-name';
import { GlucoseField } from '../../records/data/glucose-field';
import { inUnits, limitInUnits } from '../../records/data/in-units';
import { PatientDataSource, PatientReview, toDataSources, toReviews } from '../patients/patients.types';
import { DateTime } from '../../scalars';
import { upperCase } from '../patients/summary-figures.types';

export { tideFigures };

export type { Category };

export const TideCategoryName = named([...tideCategories, 'noData'], upperCase);

registerEnumType(TideCategoryName, {
  name: 'TideCategoryName',
  description: 'Categories of a TIDE report.',
  valuesConfig: {
    TIME_IN_VERY_LOW_PERCENT: { description: 'More than 1 % of the time in the very low range.' },
    TIME_IN_ANY_LOW_PERCENT: { description: 'More than 4 % of the time below the target range.' },
    DROP_IN_TIME_IN_TARGET_PERCENT: {
      description: 'Time in the target range has dropped by more than 15 percentage points.',
    },
    TIME_CGM_USE_PERCENT: { description: 'A sensor was in use less than 70 % of the time.' },
    TIME_IN_TARGET_PERCENT: { description: 'Less than 70 % of the time in the target range.' },
    TIME_IN_EXTREME_HIGH_PERCENT: { description: 'At least 1 % of the time in the extremely high range.' },
    TIME_IN_VERY_HIGH_PERCENT: { description: 'More than 5 % of the time in the very high range.' },
    TIME_IN_ANY_HIGH_PERCENT: { description: 'More than 25 % of the time above the target range.' },
    MEETING_TARGETS: {
      description:
        'Targets met: at least 70 % of the time in the target range and of sensor use, and none of the limits above exceeded.',
    },
    NO_DATA: { description: 'No recent data. Always the last category; it cannot be requested.' },
  },
});

@InputType({ description: 'Which patients to include in a report.' })
export class TideReportInput {
  @Field(() => SummaryPeriodName, { description: 'The period of the figures.' })
  period!: SummaryPeriod;

  @Field(() => [ID], {
    description: 'Tags of the clinic; patients must have all of them. An empty list is refused.',
  })
  tagIds!: string[];

  @Field(() => DateTime, {
    description:
      'Patients with data at this instant or later are in categories; others count as having no recent data.',
  })
  lastDataCutoff!: number;

  @Field(() => [TideCategoryName], {
    nullable: true,
    description:
      'The categories, filled in this order; the seven default ones if absent. Duplicates are ignored. An empty list finds nothing; patients without recent data are listed anyway.',
  })
  categories?: (Category | 'noData')[];

  @Field({ description: 'Omit patients without recent data.', defaultValue: false })
  excludeNoData!: boolean;
}

@ObjectType({ description: 'A patient in a report. Figures that the summary does not have are absent.' })
export class TideEntry {
  /** The clinic of the report, for the edge `patient`. */
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => String, { nullable: true, description: 'Email address.' })
  email!: string | null;

  @Field(() => [ID], { description: 'All tags of the patient.' })
  tagIds!: string[];

  @Field(() => [PatientReview], { description: 'The last two reviews of the data, newest first.' })
  reviews!: PatientReview[];

  @Field(() => [PatientDataSource], {
    nullable: true,
    description: 'Data sources; absent until known.',
  })
  dataSources!: PatientDataSource[] | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the last sensor data.' })
  lastData!: number | null;

  /** Permissions of the clinic on the account, for the access log. */
  permissions!: PatientPermission[];

  @GlucoseField({ nullable: true, name: 'averageGlucose', show: inUnits, description: 'Mean glucose.' })
  averageGlucoseMmol?: number;

  @Field(() => Float, { nullable: true, description: 'Glucose management indicator in percent.' })
  glucoseManagementIndicator?: number;

  @Field(() => Float, { nullable: true, description: 'Minutes of sensor use.' })
  timeCGMUseMinutes?: number;

  @ShareField({
    name: 'sensorUse',
    formerName: 'timeCGMUsePercent',
    nullable: true,
    description: 'Share of the time that a sensor was in use; 1 means all of it.',
  })
  timeCGMUsePercent?: number;

  @ShareField({
    name: 'timeInExtremeHigh',
    formerName: 'timeInExtremeHighPercent',
    nullable: true,
    description: 'Share of the time above 19.4 mmol/L.',
  })
  timeInExtremeHighPercent?: number;

  @ShareField({
    name: 'timeInHigh',
    formerName: 'timeInHighPercent',
    nullable: true,
    description: 'Share of the time from 10 to 13.9 mmol/L.',
  })
  timeInHighPercent?: number;

  @ShareField({
    name: 'timeInLow',
    formerName: 'timeInLowPercent',
    nullable: true,
    description: 'Share of the time from 3 to 3.9 mmol/L.',
  })
  timeInLowPercent?: number;

  @ShareField({
    name: 'timeInTarget',
    formerName: 'timeInTargetPercent',
    nullable: true,
    description: 'Share of the time from 3.9 to 10 mmol/L.',
  })
  timeInTargetPercent?: number;

  @ShareField({
    name: 'timeInVeryHigh',
    formerName: 'timeInVeryHighPercent',
    nullable: true,
    description: 'Share of the time above 13.9 mmol/L.',
  })
  timeInVeryHighPercent?: number;

  @ShareField({
    name: 'timeInVeryLow',
    formerName: 'timeInVeryLowPercent',
    nullable: true,
    description: 'Share of the time below 3 mmol/L.',
  })
  timeInVeryLowPercent?: number;

  @ShareField({
    name: 'timeInAnyHigh',
    formerName: 'timeInAnyHighPercent',
    nullable: true,
    description: 'Share of the time above 10 mmol/L.',
  })
  timeInAnyHighPercent?: number;

  @ShareField({
    name: 'timeInAnyLow',
    formerName: 'timeInAnyLowPercent',
    nullable: true,
    description: 'Share of the time below 3.9 mmol/L.',
  })
  timeInAnyLowPercent?: number;

  @ShareField({
    name: 'timeInTargetChange',
    formerName: 'timeInTargetPercentDelta',
    nullable: true,
    description: 'Change in the share of time in the target range since the previous period.',
  })
  timeInTargetPercentDelta?: number;
}

@ObjectType({ description: 'The patients in one category of a report.' })
export class TideCategory {
  @Field(() => TideCategoryName, { description: 'Why the patients need attention.' })
  name!: string;

  @Field(() => [TideEntry], {
    description: 'The patients, most severe first.',
    // The complexity of the report includes them, whatever their distribution over categories.
    complexity: ({ childComplexity }) => 1 + childComplexity,
  })
  patients!: TideEntry[];
}

@ObjectType({ description: 'Thresholds of the ranges in a report.' })
export class TideThresholds {
  @GlucoseField({ show: limitInUnits, description: 'Values below are very low. Not rounded.' })
  veryLow!: number;

  @GlucoseField({ show: limitInUnits, description: 'Values below are low. Not rounded.' })
  low!: number;

  @GlucoseField({ show: limitInUnits, description: 'Values above are high. Not rounded.' })
  high!: number;

  @GlucoseField({ show: limitInUnits, description: 'Values above are very high. Not rounded.' })
  veryHigh!: number;

  @GlucoseField({ show: limitInUnits, description: 'Values above are extremely high. Not rounded.' })
  extremeHigh!: number;
}

@ObjectType({ description: 'Parameters of a report.' })
export class TideConfig {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => SummaryPeriodName, { description: 'The period of the figures.' })
  period!: SummaryPeriod;

  @Field(() => [ID], { description: 'Ids of the requested tags.' })
  tagIds!: string[];

  @Field(() => DateTime, { description: 'Patients with data since this instant have recent data.' })
  lastDataCutoff!: number;

  @Field(() => Int, { description: 'Version of the summary format.' })
  schemaVersion!: number;

  @Field({ description: 'Thresholds of the ranges.' })
  thresholds!: TideThresholds;
}

@ObjectType({
  description:
    'A TIDE report. All categories together have at most 100 patients, plus at most 50 without recent data. A patient is in at most one category, and may also lack recent data.',
})
export class TideReport {
  @Field({ description: 'Parameters of the report.' })
  config!: TideConfig;

  @Field(() => [TideCategory], {
    description:
      'The categories in order; categories for which no room was left are absent. Patients without recent data come last.',
  })
  categories!: TideCategory[];
}

const thresholds: TideThresholds = { veryLow: 3, low: 3.9, high: 10, veryHigh: 13.9, extremeHigh: 19.4 };

/** Maps a report to its GraphQL type. */
export const toTideReport = (
  { period, tagIds, lastDataCutoff }: TideReportInput,
  clinicId: string,
  sections: readonly TideSection[],
): TideReport => ({
  config: { clinicId, period, tagIds, lastDataCutoff, schemaVersion: 2, thresholds },
  categories: sections.map(({ name, entries }) => ({
    name,
    patients: entries.map((entry) => {
      const { userId, reviews, dataSources } = entry;
      const key = { clinicId, userId };
      return {
        ...{ ...entry, clinicId },
        reviews: toReviews(key, reviews),
        dataSources: toDataSources(key, dataSources),
      };
    }),
  })),
});
