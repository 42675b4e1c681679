import { summaryField } from '../patients/summary-fields';

/** TIDE categories, as clients name them. */
export const tideCategories = [
  'timeInVeryLowPercent',
  'timeInAnyLowPercent',
  'dropInTimeInTargetPercent',
  'timeCGMUsePercent',
  'timeInTargetPercent',
  'timeInExtremeHighPercent',
  'timeInVeryHighPercent',
  'timeInAnyHighPercent',
  'meetingTargets',
] as const;

export type TideCategory = (typeof tideCategories)[number];

/** The default categories of a report, and their order. */
export const usualCategories: readonly TideCategory[] = [
  'timeInVeryLowPercent',
  'timeInAnyLowPercent',
  'timeInVeryHighPercent',
  'timeInAnyHighPercent',
  'dropInTimeInTargetPercent',
  'timeCGMUsePercent',
  'meetingTargets',
];

/** A category in SQL, where `f` is the row of the period: its condition and its ascending sort key. */
interface CategorySql {
  condition: string;
  rank: string;
}

/** The column of a sensor figure. */
export function figureColumn(figure: string): string {
  const field = summaryField(figure, 'cgm');
  if (!field) throw new Error(`Sensor summaries have no figure ${figure}.`);
  return `f.\`${field.column}\``;
}

type Comparison = '>' | '<' | '>=';

/** Limits are written as doubles, like stored figures: 0.7 equals 0.7. */
const compare = (figure: string, comparison: Comparison, limit: number): string =>
  `${figureColumn(figure)} ${comparison} ${limit}e0`;

/** A missing figure satisfies no comparison. */
const doesNot = (figure: string, comparison: Comparison, limit: number): string =>
  `NOT COALESCE(${compare(figure, comparison, limit)}, 0)`;

const highFirst = (figure: string, comparison: Comparison, limit: number): CategorySql => ({
  condition: compare(figure, comparison, limit),
  rank: `-${figureColumn(figure)}`,
});

const lowFirst = (figure: string, limit: number): CategorySql => ({
  condition: compare(figure, '<', limit),
  rank: figureColumn(figure),
});

/** Shares of time are fractions of 1. */
export const categorySql: Readonly<Record<TideCategory, CategorySql>> = {
  timeInVeryLowPercent: highFirst('timeInVeryLowPercent', '>', 0.01),
  timeInAnyLowPercent: highFirst('timeInAnyLowPercent', '>', 0.04),
  dropInTimeInTargetPercent: lowFirst('timeInTargetPercentDelta', -0.15),
  timeCGMUsePercent: lowFirst('timeCGMUsePercent', 0.7),
  timeInTargetPercent: lowFirst('timeInTargetPercent', 0.7),
  timeInExtremeHighPercent: highFirst('timeInExtremeHighPercent', '>=', 0.01),
  timeInVeryHighPercent: highFirst('timeInVeryHighPercent', '>', 0.05),
  timeInAnyHighPercent: highFirst('timeInAnyHighPercent', '>', 0.25),
  meetingTargets: {
    condition: [
      compare('timeInTargetPercent', '>=', 0.7),
      compare('timeCGMUsePercent', '>=', 0.7),
      doesNot('timeInAnyLowPercent', '>', 0.04),
      doesNot('timeInVeryLowPercent', '>', 0.01),
      doesNot('timeInAnyHighPercent', '>', 0.25),
      doesNot('timeInVeryHighPercent', '>', 0.05),
      doesNot('timeInExtremeHighPercent', '>=', 0.01),
    ].join(' AND '),
    rank: `-${figureColumn('timeInTargetPercent')}`,
  },
};
