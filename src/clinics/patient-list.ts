import { badInput } from '../errors';
import { placeholders } from '../database/placeholders';
import { isFindable, searchedWords } from './folding';
import {
  ownSortFields,
  summaryDates,
  summaryField,
  type SummaryDate,
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
  /** All of these tags; anybody when it is empty. */
  tagIds?: readonly string[];
  withoutTags?: boolean;
  /** Any of these sites; anybody when it is empty. */
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

/** A SELECT without what it selects. */
export interface PatientSelection {
  /** The column of the patient's record. */
  id: string;
  from: string;
  parameters: unknown[];
}

/** What a list is sorted by, the most important first. */
export interface OrderKey {
  expression: string;
  parameters?: unknown[];
  descending?: boolean;
}

/** A SELECT without what it selects, and its order, in which no two patients have the same place. */
export interface OrderedPatients extends PatientSelection {
  keys: OrderKey[];
}

/** The tables of a statement: patients, the dates of their summaries, and the figures by the type of the summary. */
type Table = 'p' | 'd' | SummaryType;

/** Fields of the patient itself that lists are sorted by. Who was never looked at comes before all others. */
const ownColumns: Readonly<Record<(typeof ownSortFields)[number], string>> = {
  fullName: 'p.name_key',
  birthDate: 'p.birth_date',
  lastReviewed: 'p.last_reviewed_time',
};

/** A clinic has no more tags and sites, or hardly: what is longer is no question that anybody has, and none for SQL. */
const mostConditions = 200;

/** A number of very many digits is infinite, which databases do not know; no figure lies beyond the largest finite one. */
const finite = (value: number): number => Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);

/** What a list names, once each. Throws when it is too long. */
function someOf<Item>(what: string, items: readonly Item[] = []): Item[] {
  const distinct = [...new Set(items)];
  if (distinct.length > mostConditions)
    throw badInput(`A list of patients is filtered by ${mostConditions} ${what} at most.`);
  return distinct;
}

const noSuchField = (name: string, type: SummaryType) =>
  badInput(`There is no figure "${name}" in summaries of the type ${type}.`);

/** Collects the parts of a statement that starts from one of the tables. */
class Parts {
  private readonly conditions: string[] = [];
  private readonly parameters: unknown[] = [];
  private readonly joined = new Set<Table>();

  constructor(
    private readonly start: Table,
    { clinicId, filter }: PatientListQuestion,
    private readonly period: SummaryPeriod,
  ) {
    this.add(`${start}.clinic_id = ?`, clinicId);
    if (start === 'cgm' || start === 'bgm') this.add(this.isOfPeriod(start));
    this.addFilter(filter);
  }

  /** The table, which the statement needs. */
  table(table: Table): Table {
    if (table !== this.start) this.joined.add(table);
    return table;
  }

  add(condition: string, ...parameters: unknown[]): void {
    this.conditions.push(condition);
    this.parameters.push(...parameters);
  }

  private isOfPeriod = (type: SummaryType): string =>
    `${type}.summary_type = '${type}' AND ${type}.period = '${this.period}'`;

  private addFilter(filter: PatientFilter): void {
    const { search, reviewedUntil } = filter;
    const siteIds = someOf('sites', filter.siteIds);
    for (const word of someOf('words', search === undefined ? [] : searchedWords(search)))
      this.add(isFindable(word) ? `INSTR(${this.table('p')}.search_text, ?) > 0` : '? IS NULL', word);
    for (const tagId of someOf('tags', filter.tagIds)) {
      this.add(`EXISTS (SELECT 1 FROM patient_taggings t ${this.ofPatient('t')} AND t.tag_id = ?)`, tagId);
    }
    if (filter.withoutTags) this.add(`NOT EXISTS (SELECT 1 FROM patient_taggings t ${this.ofPatient('t')})`);
    if (siteIds.length > 0) {
      const any = `s.site_id IN (${placeholders(siteIds)})`;
      this.add(`EXISTS (SELECT 1 FROM patient_sites s ${this.ofPatient('s')} AND ${any})`, ...siteIds);
    }
    if (filter.withoutSites) this.add(`NOT EXISTS (SELECT 1 FROM patient_sites s ${this.ofPatient('s')})`);
    if (filter.omitNonStandardRanges) this.add(`${this.table('p')}.has_standard_ranges = 1`);
    if (reviewedUntil !== undefined) this.add(`${this.table('p')}.last_reviewed_time <= ?`, reviewedUntil);
    for (const { type, field, comparison, value } of someOf('figures', filter.figures)) {
      const known = summaryField(field, type);
      if (!known) throw noSuchField(field, type);
      this.add(`${this.table(type)}.\`${known.column}\` ${comparison} ?`, finite(value));
    }
    for (const { type, from, to } of someOf('dates', filter.lastData)) {
      if (from !== undefined) this.add(`${this.table('d')}.${type}_last_data >= ?`, from);
      if (to !== undefined) this.add(`${this.table('d')}.${type}_last_data < ?`, to);
    }
  }

  private ofPatient(table: string): string {
    const { start } = this;
    return `WHERE ${table}.clinic_id = ${start}.clinic_id AND ${table}.user_id = ${start}.user_id`;
  }

  private join(table: Table): string {
    const { start } = this;
    const isSame = `${table}.clinic_id = ${start}.clinic_id AND ${table}.user_id = ${start}.user_id`;
    if (table === 'p') return `JOIN clinic_patients p ON ${isSame}`;
    if (table === 'd') return `LEFT JOIN patient_summaries d ON ${isSame}`;
    return `LEFT JOIN patient_summary_periods ${table} ON ${isSame} AND ${this.isOfPeriod(table)}`;
  }

  get selection(): PatientSelection {
    const { start } = this;
    const names = { p: 'clinic_patients', d: 'patient_summaries' };
    const name = start === 'p' || start === 'd' ? names[start] : 'patient_summary_periods';
    const joins = [...this.joined].map((table) => this.join(table));
    return {
      id: start === 'p' ? 'p.id' : `${start}.patient_id`,
      from: `FROM ${name} ${start} ${joins.join(' ')} WHERE ${this.conditions.join(' AND ')}`,
      parameters: this.parameters,
    };
  }
}

/** The patients of a list, in no order. Throws when it names a figure that there is not. */
export function selectPatients(question: PatientListQuestion): PatientSelection {
  const { figures = [], lastData = [] } = question.filter;
  // Whoever has the figure has a summary: starting from there spares the look at everybody else.
  const [first] = figures;
  const hasDate = lastData.some(({ from, to }) => from !== undefined || to !== undefined);
  return new Parts(first?.type ?? (hasDate ? 'd' : 'p'), question, question.period).selection;
}

/** What a list is sorted by that is part of a summary. */
interface SummaryValue {
  table: Table;
  column: string;
  /** Whether there is a value, and the parameters of this. */
  has: string;
  hasParameters: unknown[];
  /** Whether there is a summary. */
  hasSummary: string;
}

function summaryValueOf({ by, type }: PatientSort): SummaryValue | null {
  if ((ownSortFields as readonly string[]).includes(by)) return null;
  if (Object.hasOwn(summaryDates, by)) {
    const column = `d.${type}_${summaryDates[by as SummaryDate]}`;
    const has = `${column} IS NOT NULL`;
    return { table: 'd', column, has, hasParameters: [], hasSummary: `d.${type}_id IS NOT NULL` };
  }
  const field = summaryField(by, type);
  if (!field?.sortTypes.includes(type)) throw noSuchField(by, type);
  const column = `${type}.\`${field.column}\``;
  const isFlagged = field.flag === undefined ? '' : ` AND (${type}.flags & ?) <> 0`;
  return {
    table: type,
    column,
    has: `${column} IS NOT NULL${isFlagged}`,
    hasParameters: field.flag === undefined ? [] : [2 ** field.flag],
    hasSummary: `${type}.user_id IS NOT NULL`,
  };
}

const byName: PatientSort = { by: 'fullName', descending: false, type: 'cgm' };

/**
 * A list in its order. By a figure or a date, patients who have it come first in both directions, then those whose
 * summary does not have it, then those without summary. The creation has the last word everywhere. Throws when it names
 * a figure that there is not.
 */
export function orderPatients(question: PatientListQuestion): OrderedPatients {
  const { sort = byName } = question;
  const { descending } = sort;
  const parts = new Parts('p', question, question.period);
  const value = summaryValueOf(sort);
  if (!value) {
    const expression = ownColumns[sort.by as keyof typeof ownColumns];
    return { ...parts.selection, keys: [{ expression, descending }, { expression: 'p.id' }] };
  }
  parts.table(value.table);
  const { column, has, hasSummary, hasParameters: parameters } = value;
  return {
    ...parts.selection,
    keys: [
      { expression: `CASE WHEN ${has} THEN 0 WHEN ${hasSummary} THEN 1 ELSE 2 END`, parameters },
      { expression: `CASE WHEN ${has} THEN ${column} END`, parameters, descending },
      { expression: 'p.id' },
    ],
  };
}

/**
 * The beginning of a list that is sorted by a part of the summary: the patients who have it, which an index keeps in
 * this order. Null for other lists, and where the filter leaves few: looking for them along the index takes longer.
 */
export function orderPatientsWithValue(question: PatientListQuestion): OrderedPatients | null {
  const { sort = byName, filter } = question;
  const value = summaryValueOf(sort);
  const { search, tagIds, siteIds } = filter;
  if (!value || search !== undefined || tagIds?.length || siteIds?.length) return null;
  const parts = new Parts(value.table, question, question.period);
  parts.add(value.has, ...value.hasParameters);
  const keys = [
    { expression: value.column, descending: sort.descending },
    { expression: `${value.table}.patient_id` },
  ];
  return { ...parts.selection, keys };
}
