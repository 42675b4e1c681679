import { badInput } from '../errors';
import { searchable } from './folding';
import {
  ownSortFields,
  summaryDates,
  summaryField,
  type SummaryDate,
  type SummaryField,
  type SummaryPeriod,
  type SummaryType,
} from './summary-fields';

/** How a figure must compare with a value. */
export const comparisons = ['>', '>=', '<', '<='] as const;

export type Comparison = (typeof comparisons)[number];

/** Only patients whose summary has a figure that compares so; those without the figure are left out. */
export interface FigureFilter {
  type: SummaryType;
  /** As in `summaryFields`. */
  field: string;
  comparison: Comparison;
  value: number;
}

/** Only patients whose last data lie in this range; milliseconds since the epoch. */
export interface LastDataFilter {
  type: SummaryType;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
}

/** Which patients of a clinic are wanted; all that is given must hold. */
export interface PatientFilter {
  /** Anywhere in name, address, record number or birthday, in any case. */
  search?: string;
  /** All of these tags. */
  tagIds?: readonly string[];
  withoutTags?: boolean;
  /** Any of these sites. */
  siteIds?: readonly string[];
  withoutSites?: boolean;
  omitNonStandardRanges?: boolean;
  /** Last looked at at this instant or earlier; milliseconds since the epoch. */
  reviewedUntil?: number;
  figures?: readonly FigureFilter[];
  lastData?: readonly LastDataFilter[];
}

/** What a list of patients is sorted by. */
export interface PatientSort {
  /** A field of the patient, a date of the summary, or one of its figures. */
  by: string;
  descending: boolean;
  /** The summary that is meant. */
  type: SummaryType;
}

/** A list of patients of a clinic. */
export interface PatientListQuestion {
  clinicId: string;
  filter: PatientFilter;
  sort?: PatientSort;
  /** The period that figures are of. */
  period: SummaryPeriod;
}

/** A SELECT without what it selects, and its order. */
export interface PatientListSql {
  from: string;
  parameters: unknown[];
  order: string;
  orderParameters: unknown[];
}

/** Fields of the patient itself that lists are sorted by. Who was never looked at comes before all others. */
const ownColumns: Readonly<Record<(typeof ownSortFields)[number], string>> = {
  fullName: 'p.name_key',
  birthDate: 'p.birth_date',
  lastReviewed: 'p.last_reviewed_time',
};

/** Collects the parts of a statement. */
class Parts {
  readonly conditions: string[] = [];
  readonly parameters: unknown[] = [];
  readonly joins = new Set<SummaryType | 'dates'>();

  add(condition: string, ...parameters: unknown[]): void {
    this.conditions.push(condition);
    this.parameters.push(...parameters);
  }
}

const places = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const noSuchField = (name: string, type: SummaryType) =>
  badInput(`There is no figure "${name}" in summaries of the type ${type}.`);

/** The statement behind a list of patients. Throws when it names a figure that there is not. */
export function patientListSql({ clinicId, filter, sort, period }: PatientListQuestion): PatientListSql {
  const parts = new Parts();
  parts.add('p.clinic_id = ?', clinicId);
  addFilter(parts, filter);
  const { order, orderParameters } = orderOf(parts, sort);
  const joins = [...parts.joins].map((join) =>
    join === 'dates'
      ? 'LEFT JOIN patient_summaries d ON d.clinic_id = p.clinic_id AND d.user_id = p.user_id'
      : `LEFT JOIN patient_summary_periods ${join} ON ${join}.clinic_id = p.clinic_id
          AND ${join}.summary_type = '${join}' AND ${join}.period = '${period}' AND ${join}.user_id = p.user_id`,
  );
  return {
    from: `FROM clinic_patients p ${joins.join(' ')} WHERE ${parts.conditions.join(' AND ')}`,
    parameters: parts.parameters,
    order,
    orderParameters,
  };
}

function addFilter(parts: Parts, filter: PatientFilter): void {
  const { search, tagIds, siteIds, reviewedUntil } = filter;
  if (search !== undefined) parts.add('INSTR(p.search_text, ?) > 0', searchable(search));
  for (const tagId of tagIds ?? []) {
    parts.add(`EXISTS (SELECT 1 FROM patient_taggings t ${ofPatient('t')} AND t.tag_id = ?)`, tagId);
  }
  if (filter.withoutTags) parts.add(`NOT EXISTS (SELECT 1 FROM patient_taggings t ${ofPatient('t')})`);
  if (siteIds) {
    const any = `s.site_id IN (${places(siteIds)})`;
    parts.add(`EXISTS (SELECT 1 FROM patient_sites s ${ofPatient('s')} AND ${any})`, ...siteIds);
  }
  if (filter.withoutSites) parts.add(`NOT EXISTS (SELECT 1 FROM patient_sites s ${ofPatient('s')})`);
  if (filter.omitNonStandardRanges) parts.add('p.has_standard_ranges = 1');
  if (reviewedUntil !== undefined) parts.add('p.last_reviewed_time <= ?', reviewedUntil);
  for (const { type, field, comparison, value } of filter.figures ?? []) {
    const known = summaryField(field, type);
    if (!known) throw noSuchField(field, type);
    parts.joins.add(type);
    parts.add(`${columnOf(known, type)} ${comparison} ?`, value);
  }
  for (const { type, from, to } of filter.lastData ?? []) {
    if (from === undefined && to === undefined) continue;
    parts.joins.add('dates');
    if (from !== undefined) parts.add(`d.${type}_last_data >= ?`, from);
    if (to !== undefined) parts.add(`d.${type}_last_data < ?`, to);
  }
}

const ofPatient = (table: string): string =>
  `WHERE ${table}.clinic_id = p.clinic_id AND ${table}.user_id = p.user_id`;

const columnOf = ({ column }: SummaryField, type: SummaryType): string => `${type}.\`${column}\``;

/**
 * By a figure or a date, patients who have it come first in both directions, then those whose summary does not have
 * it, then those without summary. The creation has the last word everywhere.
 */
function orderOf(parts: Parts, sort?: PatientSort): Pick<PatientListSql, 'order' | 'orderParameters'> {
  const { by, descending, type } = sort ?? { by: 'fullName', descending: false, type: 'cgm' };
  const direction = descending ? 'DESC' : 'ASC';
  const own = ownSortFields.find((name) => name === by);
  if (own !== undefined) return { order: `${ownColumns[own]} ${direction}, p.id`, orderParameters: [] };
  const { rank, rankParameters, value } = rankOf(parts, by, type);
  return {
    order: `${rank}, CASE WHEN ${rank} = 0 THEN ${value} END ${direction}, p.id`,
    orderParameters: [...rankParameters, ...rankParameters],
  };
}

function rankOf(parts: Parts, by: string, type: SummaryType) {
  if (Object.hasOwn(summaryDates, by)) {
    parts.joins.add('dates');
    const value = `d.${type}_${summaryDates[by as SummaryDate]}`;
    const rank = `CASE WHEN ${value} IS NOT NULL THEN 0 WHEN d.${type}_id IS NOT NULL THEN 1 ELSE 2 END`;
    return { rank, rankParameters: [], value };
  }
  const field = summaryField(by, type);
  if (!field?.sortTypes.includes(type)) throw noSuchField(by, type);
  parts.joins.add(type);
  const value = columnOf(field, type);
  const has = field.flag === undefined ? `${value} IS NOT NULL` : `(${type}.flags & ?) <> 0`;
  const rank = `CASE WHEN ${type}.user_id IS NULL THEN 2 WHEN ${has} THEN 0 ELSE 1 END`;
  return { rank, rankParameters: field.flag === undefined ? [] : [2 ** field.flag], value };
}
