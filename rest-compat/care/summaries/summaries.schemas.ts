import type { JsonSchema } from '../../route';
import { instant } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs, type Sentence } from '../../sentence';

const number = (description: Sentence): JsonSchema => ({ type: 'number', description });
const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const reasons = (description: Sentence): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

const ranges = {
  total: describedAs('GlucosePeriod.total'),
  inVeryLow: 'Below 3.0 mmol/L.',
  inLow: 'From 3.0 to below 3.9 mmol/L.',
  inTarget: 'From 3.9 to 10.0 mmol/L.',
  inHigh: 'Above 10.0 and up to 13.9 mmol/L.',
  inVeryHigh: 'Above 13.9 mmol/L.',
  inExtremeHigh: 'At least 19.4 mmol/L.',
  inAnyLow: 'Below 3.9 mmol/L.',
  inAnyHigh: 'Above 10.0 mmol/L.',
};

const amounts = {
  minutes: number(describedAs('DailyGlucose.minutes')),
  records: number(describedAs('DailyGlucose.records')),
  percent: number('A fraction: of all readings, for the total of the length of the period.'),
};

const figures = {
  min: number('The lowest reading, mmol/L.'),
  max: number('The highest reading, mmol/L.'),
  hoursWithData: number('Hours with readings.'),
  daysWithData: number('Days with readings, in steps of 24 hours.'),
  averageGlucoseMmol: number('Average, weighted with time, mmol/L.'),
  glucoseManagementIndicator: number('Estimate of HbA1c, percent.'),
  standardDeviation: number('Standard deviation, weighted with time, mmol/L.'),
  coefficientOfVariation: number('Standard deviation by average.'),
  averageDailyRecords: number('Readings a day.'),
};

const period = (properties: Record<string, JsonSchema>): JsonSchema =>
  object({
    ...Object.fromEntries(
      Object.entries(ranges).map(([name, description]) => [name, { ...object(properties), description }]),
    ),
    ...figures,
  });

const range = object({
  ...amounts,
  glucose: number('Sum of the readings, weighted with time.'),
  variance: number('Sum of the squared differences from the average.'),
});

const summary = object({
  id: { type: 'string', pattern: '^[0-9a-f]{24}$', description: 'Id of the summary.' },
  type: { type: 'string', enum: ['cgm', 'bgm', 'con'] },
  userId: fromGraph('Summary.userId'),
  config: object({
    schemaVersion: number(describedAs('SummaryConfig.schemaVersion')),
    lowGlucoseThreshold: number('mmol/L'),
    veryLowGlucoseThreshold: number('mmol/L'),
    highGlucoseThreshold: number('mmol/L'),
    veryHighGlucoseThreshold: number('mmol/L'),
  }),
  dates: object(
    {
      lastUpdatedDate: instant('When the last calculation began.'),
      lastUpdatedReason: reasons('Why it was calculated.'),
      ...fieldsFromGraph('SummaryDates', 'firstData', 'lastData'),
      lastUploadDate: instant('When a record has come or was archived last.'),
      outdatedSince: instant('Since when it is out of date.'),
      outdatedReason: reasons(describedAs('SummaryDates.outdatedReason')),
    },
    ['lastUpdatedDate', 'firstData', 'lastData', 'lastUploadDate', 'outdatedSince'],
  ),
  periods: {
    type: 'object',
    description: '`1d`, `7d`, `14d` and `30d`; none before the first calculation.',
    additionalProperties: {
      oneOf: [
        { $ref: '#/components/schemas/GlucosePeriod' },
        { $ref: '#/components/schemas/ContinuousPeriod' },
      ],
    },
  },
});

/** Schemas of summaries for the API reference. */
export const summarySchemas: Record<string, JsonSchema> = {
  Summary: summary,
  SummaryOrNull: { ...summary, nullable: true },
  GlucosePeriod: {
    allOf: [
      period({
        ...amounts,
        glucose: number('0 but for the total.'),
        variance: number('0 but for the total.'),
      }),
      object({ delta: period(amounts) }),
    ],
  },
  ContinuousPeriod: object({
    realtime: range,
    deferred: range,
    total: range,
    averageDailyRecords: number('Records a day.'),
  }),
  OutdatedSummaries: object({
    userIds: { type: 'array', items: { type: 'string' }, description: 'The accounts.' },
    ...fieldsFromGraph('OutdatedSummaries', 'start', 'end'),
  }),
};
