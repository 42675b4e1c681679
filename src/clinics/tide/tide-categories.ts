import { summaryField } from '../summary-fields';

/** What a patient stands out by, as clients name it. */
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

/** The categories, and their order, of a report that names none. */
export const usualCategories: readonly TideCategory[] = [
  'timeInVeryLowPercent',
  'timeInAnyLowPercent',
  'timeInVeryHighPercent',
  'timeInAnyHighPercent',
  'dropInTimeInTargetPercent',
  'timeCGMUsePercent',
  'meetingTargets',
];

/** A category in SQL, where `f` is the row of the period: who belongs to it, and what they are sorted by, ascending. */
interface CategorySql {
  condition: string;
  rank: string;
}

/** The column of a figure of sensors. */
export function columnOf(figure: string): string {
  const field = summaryField(figure, 'cgm');
  if (!field) throw new Error(`Summaries of sensors have no figure ${figure}.`);
  return `f.\`${field.column}\``;
}

type Comparison = '>' | '<' | '>=';

/** Limits are written as doubles, which is how figures are kept: 0.7 equals 0.7. */
const compare = (figure: string, comparison: Comparison, limit: number): string =>
  `${columnOf(figure)} ${comparison} ${limit}e0`;

/** A figure that is missing does not compare. */
const doesNot = (figure: string, comparison: Comparison, limit: number): string =>
  `NOT COALESCE(${compare(figure, comparison, limit)}, 0)`;

const highFirst = (figure: string, comparison: Comparison, limit: number): CategorySql => ({
  condition: compare(figure, comparison, limit),
  rank: `-${columnOf(figure)}`,
});

const lowFirst = (figure: string, limit: number): CategorySql => ({
  condition: compare(figure, '<', limit),
  rank: columnOf(figure),
});

/** Shares of the time are fractions of 1. */
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
    rank: `-${columnOf('timeInTargetPercent')}`,
  },
};
