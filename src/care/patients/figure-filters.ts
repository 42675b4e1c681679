import { badInput } from '../../platform/errors';
import { summaryField, zeroWithoutReadings, type SummaryType } from './summary-fields';

/** Comparison operators for figures. */
export const comparisons = ['>', '>=', '<', '<='] as const;

export type Comparison = (typeof comparisons)[number];

/** Only patients whose figure satisfies the comparison; patients without the figure are excluded. */
export interface FigureFilter {
  type: SummaryType;
  /** As in `summaryFields`. */
  field: string;
  comparison: Comparison;
  value: number;
}

/** What figures of a group should be. */
export interface GroupGoals {
  /** The preset of the group's glycemic ranges; standard ones include none. */
  preset: 'adaStandard' | 'adaHighRisk';
  /** All of one type. */
  figures: readonly FigureFilter[];
}

/**
 * Only patients whose figures meet all goals of their group, or who miss one. Others, and patients without the figures, are
 * excluded from both.
 */
export interface GoalsFilter {
  areMet: boolean;
  groups: readonly GroupGoals[];
}

/**
 * A number with very many digits is infinite, which databases cannot represent; no figure exceeds the largest finite
 * one.
 */
export const finite = (value: number): number =>
  Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);

/** The error for a figure that summaries of a type do not have. */
export const noSuchField = (name: string, type: SummaryType) =>
  badInput(`Summaries of the type ${type} have no figure "${name}".`);

/** A condition on a figure in a table of periods, with its value as the parameter. Throws when there is no such figure. */
export function compareFigure(table: string, { type, field, comparison }: FigureFilter): string {
  const known = summaryField(field, type);
  if (!known) throw noSuchField(field, type);
  return `${table}.\`${known.column}\` ${comparison} ?`;
}

/**
 * The condition that a figure is one of readings, on a table of periods; null for figures of which the value itself says so.
 * The mean has a change exactly where both periods have readings.
 */
export function hasReadings(table: string, name: string): string | null {
  if (!zeroWithoutReadings.has(name.replace(/Delta$/, ''))) return null;
  return name.endsWith('Delta')
    ? `${table}.average_glucose_mmol_delta IS NOT NULL`
    : `COALESCE(${table}.total_records, 1) <> 0`;
}

/** Whether there is a value that no flag denies. */
function isKnown({ type, field }: FigureFilter): string {
  const { column, flag } = summaryField(field, type) ?? {};
  const isFlagged = flag === undefined ? '' : ` AND (${type}.flags & ${2 ** flag}) <> 0`;
  return `${type}.\`${column}\` IS NOT NULL${isFlagged}`;
}

/** The condition of a filter by goals, on a table of patients and those of the types of figures; see `goalValues`. */
export function goalsCondition(patients: string, { areMet, groups }: GoalsFilter): string {
  const cases = groups.map(({ preset, figures }) => {
    // MariaDB extracts texts with their quotes.
    const isMember =
      preset === 'adaStandard'
        ? `${patients}.has_standard_ranges = 1`
        : `JSON_EXTRACT(${patients}.glycemic_ranges, '$.preset') IN ('${preset}', '"${preset}"')`;
    const known = figures.map(isKnown).join(' AND ');
    const met = figures.map((figure) => compareFigure(figure.type, figure)).join(' AND ');
    return `(${isMember} AND ${known} AND ${areMet ? '' : 'NOT '}(${met}))`;
  });
  return `(${cases.join(' OR ')})`;
}

/** The parameters of the condition. */
export const goalValues = ({ groups }: GoalsFilter): number[] =>
  groups.flatMap(({ figures }) => figures.map(({ value }) => value));
