import { badInput } from '../../platform/errors';
import { selectFirst, type ListSource, type Statement } from '../../platform/database/keyset';
import { placeholders } from '../../platform/database/placeholders';
import type { ListOrder, ListPart, SortKey } from '../../platform/list-part';
import { isFindable, searchedWords } from '../../platform/folding';
import { glucosePending } from '../../records/data/glucose-reader.service';
import {
  compareFigure,
  finite,
  hasReadings,
  goalsCondition,
  goalValues,
  noSuchField,
} from './figure-filters';
import type { LastUploadFilter, PatientFilter } from './patient-filter';
import {
  isIndexed,
  ownSortFields,
  summaryDates,
  summaryField,
  summaryTypes,
  type SummaryDate,
  type SummaryPeriod,
  type SummaryType,
} from './summary-fields';

/** The sort order of a patient list. */
export interface PatientSort {
  /** A field of the patient, a date of the summary, or one of its figures. */
  by: string;
  descending: boolean;
  /** The summary that the field belongs to. */
  type: SummaryType;
}

/** A patient list of a clinic. */
export interface PatientListQuestion {
  clinicId: string;
  filter: PatientFilter;
  sort?: PatientSort;
  /** The period of the figures. */
  period: SummaryPeriod;
  /** Leave out figures of periods without readings, as the graph does; the public API sorts and filters by zeros. */
  onlyReadings?: boolean;
}

/** A list of patients, and its total order. The ids are those of the patients' records. */
export interface OrderedPatients {
  source: ListSource;
  keys: SortKey[];
}

/** The tables of a statement: patients, dates of their summaries, and figures by summary type. */
type Table = 'p' | 'd' | SummaryType;

/** Sortable fields of the patient itself. Patients who were never reviewed come first. */
const ownKeys: Readonly<Record<(typeof ownSortFields)[number], SortKey>> = {
  fullName: { expression: 'p.name_key', kind: 'text' },
  birthDate: { expression: 'p.birth_date', kind: 'text' },
  lastReviewed: { expression: 'p.last_reviewed_time', kind: 'number', isNullable: true },
};

/** A clinic hardly has more tags and sites: longer lists are not meaningful, and too long for SQL. */
const mostConditions = 200;

/** The items of a list without duplicates. Throws when it is too long. */
function distinctWithinLimit<Item>(what: string, items: readonly Item[] = []): Item[] {
  const distinct = [...new Set(items)];
  if (distinct.length > mostConditions)
    throw badInput(`A patient list can be filtered by at most ${mostConditions} ${what}.`);
  return distinct;
}

/** The columns of a table that a part of a statement names, as a list to select. */
function namedColumns(table: Table, sql: string): string {
  const names = [...sql.matchAll(new RegExp(`\\b${table}\\.\`?(\\w+)`, 'g'))].map(
    ([, name]) => `\`${name}\``,
  );
  return [...new Set(names)].map((name) => `${table}.${name} AS ${name}`).join(', ');
}

/** Collects the parts of a statement that starts from one of the tables. */
class Parts {
  private readonly conditions: string[] = [];
  private readonly parameters: unknown[] = [];
  private readonly joined = new Set<Table>();
  /** Those of them without which a patient matches no filter. */
  private readonly required = new Set<Table>();
  private first: ((columns: string) => Statement) | undefined;

  constructor(
    private readonly start: Table,
    { clinicId, filter, onlyReadings = false }: PatientListQuestion,
    private readonly period: SummaryPeriod,
  ) {
    this.add(this.isOfClinic, clinicId);
    this.addFilter(filter, onlyReadings);
  }

  /** The table, which the statement needs. */
  table(table: Table): Table {
    if (table !== this.start) this.joined.add(table);
    return table;
  }

  private requiredTable(table: Table): Table {
    this.required.add(table);
    return this.table(table);
  }

  add(condition: string, ...parameters: unknown[]): void {
    this.conditions.push(condition);
    this.parameters.push(...parameters);
  }

  /** The condition of rows of the clinic, which is its parameter, and of the period. */
  get isOfClinic(): string {
    const { start } = this;
    const isOfClinic = `${start}.clinic_id = ?`;
    return start === 'cgm' || start === 'bgm' ? `${isOfClinic} AND ${this.isOfPeriod(start)}` : isOfClinic;
  }

  /** The table that the statement starts from. */
  get rows(): string {
    const { start } = this;
    const name =
      start === 'p' ? 'clinic_patients' : start === 'd' ? 'patient_summaries' : 'patient_summary_periods';
    return `FROM ${name} ${start}`;
  }

  /**
   * Looks at no other rows of the table that the statement starts from.
   *
   * @param first selects these rows, with the given columns: an index that has them all is read alone
   */
  onlyAmong(first: (columns: string) => Statement): void {
    this.first = first;
  }

  private isOfPeriod = (type: SummaryType): string =>
    `${type}.summary_type = '${type}' AND ${type}.period = '${this.period}'`;

  private addFilter(filter: PatientFilter, onlyReadings: boolean): void {
    const { search, reviewedUntil } = filter;
    const siteIds = distinctWithinLimit('sites', filter.siteIds);
    for (const word of distinctWithinLimit('words', search === undefined ? [] : searchedWords(search)))
      this.add(isFindable(word) ? `INSTR(${this.table('p')}.search_text, ?) > 0` : '? IS NULL', word);
    for (const tagId of distinctWithinLimit('tags', filter.tagIds)) {
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
    for (const figure of distinctWithinLimit('figures', filter.figures)) {
      const table = this.requiredTable(figure.type);
      this.add(compareFigure(table, figure), finite(figure.value));
      const isRead = onlyReadings && hasReadings(table, figure.field);
      if (isRead) this.add(isRead);
    }
    for (const { type, from, to } of distinctWithinLimit('dates', filter.lastData)) {
      if (from !== undefined) this.add(`${this.requiredTable('d')}.${type}_last_data >= ?`, from);
      if (to !== undefined) this.add(`${this.requiredTable('d')}.${type}_last_data < ?`, to);
    }
    if (filter.lastUpload) this.addLastUpload(filter.lastUpload);
    if (filter.goals) {
      for (const { figures } of filter.goals.groups) for (const { type } of figures) this.table(type);
      this.add(goalsCondition(this.table('p'), filter.goals), ...goalValues(filter.goals));
    }
  }

  private addLastUpload({ type, from, to, never }: LastUploadFilter): void {
    const [cgm, bgm] = summaryTypes.map((each) => `${this.table('d')}.${each}_last_upload_date`);
    const newest = `CASE WHEN ${cgm} IS NULL OR ${bgm} > ${cgm} THEN ${bgm} ELSE ${cgm} END`;
    const time = type ? `${this.table('d')}.${type}_last_upload_date` : newest;
    const bounds = [
      ...(from === undefined ? [] : [`${time} >= ?`]),
      ...(to === undefined ? [] : [`${time} < ?`]),
    ];
    // What has just been uploaded is in no summary yet.
    const pending = (type ? [type] : summaryTypes).map((each) =>
      glucosePending(`${this.start}.user_id`, each),
    );
    const cases = [
      ...(bounds.length > 0 ? [bounds.join(' AND ')] : []),
      ...(never ? [[`${time} IS NULL`, ...pending.map(({ sql }) => `NOT ${sql}`)].join(' AND ')] : []),
    ];
    if (cases.length === 0) throw badInput('A filter by the last upload takes "from", "to" or "never".');
    const parameters = [from, to].filter((bound) => bound !== undefined);
    const ofPending = never ? pending.flatMap((each) => each.parameters) : [];
    this.add(`(${cases.join(' OR ')})`, ...parameters, ...ofPending);
  }

  private ofPatient(table: string): string {
    const { start } = this;
    return `WHERE ${table}.clinic_id = ${start}.clinic_id AND ${table}.user_id = ${start}.user_id`;
  }

  private join(table: Table): string {
    const { start } = this;
    const isSame = `${table}.clinic_id = ${start}.clinic_id AND ${table}.user_id = ${start}.user_id`;
    // SQLite looks for the rows of the left table first.
    const inner = this.first ? 'CROSS JOIN' : 'JOIN';
    if (table === 'p') return `${inner} clinic_patients p ON ${isSame}`;
    const outer = this.first && this.required.has(table) ? inner : 'LEFT JOIN';
    if (table === 'd') return `${outer} patient_summaries d ON ${isSame}`;
    return `${outer} patient_summary_periods ${table} ON ${isSame} AND ${this.isOfPeriod(table)}`;
  }

  get source(): ListSource {
    const { start } = this;
    const id = start === 'p' ? 'p.id' : `${start}.patient_id`;
    const joins = [...this.joined].map((table) => this.join(table));
    const rest = `${joins.join(' ')} WHERE ${this.conditions.join(' AND ')}`;
    const first = this.first?.(namedColumns(start, `${id} ${rest}`));
    return {
      id,
      from: `${first ? `FROM (${first.sql}) ${start}` : this.rows} ${rest}`,
      parameters: [...(first?.parameters ?? []), ...this.parameters],
    };
  }
}

/** The patients of a list, unordered. Throws when it names an unknown figure. */
export function selectPatients(question: PatientListQuestion): ListSource {
  const { figures = [], lastData = [] } = question.filter;
  // A patient with the figure has a summary: starting from there avoids reading all others.
  const [first] = figures;
  const hasDate = lastData.some(({ from, to }) => from !== undefined || to !== undefined);
  return new Parts(first?.type ?? (hasDate ? 'd' : 'p'), question, question.period).source;
}

const byName: PatientSort = { by: 'fullName', descending: false, type: 'cgm' };

/** A sort key that is part of a summary. */
interface SummaryValue {
  /** Whether an index has its order. */
  isIndexed: boolean;
  table: Table;
  column: string;
  /** Whether there is a value, with its parameters. */
  has: string;
  hasParameters: unknown[];
  /** Whether there is a summary. It may lack the period: the wide table of summaries is read only then. */
  hasSummary: string;
}

function chooseSummaryValue({ sort = byName, onlyReadings }: PatientListQuestion): SummaryValue | null {
  const { by, type } = sort;
  if ((ownSortFields as readonly string[]).includes(by)) return null;
  if (Object.hasOwn(summaryDates, by)) {
    const column = `d.${type}_${summaryDates[by as SummaryDate]}`;
    const has = `${column} IS NOT NULL`;
    const hasSummary = `d.${type}_id IS NOT NULL`;
    return { isIndexed: isIndexed(by), table: 'd', column, has, hasParameters: [], hasSummary };
  }
  const field = summaryField(by, type);
  if (!field?.sortTypes.includes(type)) throw noSuchField(by, type);
  const column = `${type}.\`${field.column}\``;
  const isFlagged = field.flag === undefined ? '' : ` AND (${type}.flags & ?) <> 0`;
  const isRead = onlyReadings ? hasReadings(type, by) : null;
  return {
    isIndexed: isIndexed(by),
    table: type,
    column,
    has: `${column} IS NOT NULL${isFlagged}${isRead ? ` AND ${isRead}` : ''}`,
    hasParameters: field.flag === undefined ? [] : [2 ** field.flag],
    hasSummary: `${type}.user_id IS NOT NULL OR (SELECT s.${type}_id FROM patient_summaries s
      WHERE s.clinic_id = p.clinic_id AND s.user_id = p.user_id) IS NOT NULL`,
  };
}

/** How a list is sorted, for cursors: orders of the same name have the same keys. */
export function patientOrder(question: PatientListQuestion): ListOrder {
  const { sort = byName, period } = question;
  const value = chooseSummaryValue(question);
  const direction = sort.descending ? '-' : '+';
  return {
    name: direction + (value ? [sort.by, sort.type, period].join('.') : sort.by),
    keys: sortKeys(sort, value),
  };
}

function sortKeys({ by, descending }: PatientSort, value: SummaryValue | null): SortKey[] {
  const id: SortKey = { expression: 'p.id', kind: 'text' };
  if (!value) return [{ ...ownKeys[by as keyof typeof ownKeys], descending }, id];
  const { column, has, hasSummary, hasParameters: parameters } = value;
  const rank = `CASE WHEN ${has} THEN 0 WHEN ${hasSummary} THEN 1 ELSE 2 END`;
  const figure = `CASE WHEN ${has} THEN ${column} END`;
  return [
    { expression: rank, parameters, kind: 'number' },
    { expression: figure, parameters, descending, kind: 'number', isNullable: true },
    id,
  ];
}

/**
 * A list in its order. For a figure or a date, patients with a value come first in both directions, then those whose
 * summary lacks it, then those without summary. The creation order breaks ties. Throws when it names an unknown
 * figure.
 */
export function orderPatients(question: PatientListQuestion): OrderedPatients {
  const { sort = byName } = question;
  const parts = new Parts('p', question, question.period);
  const value = chooseSummaryValue(question);
  if (value) parts.table(value.table);
  return { source: parts.source, keys: sortKeys(sort, value) };
}

/** The first key of patients with a value, in a list sorted by a part of the summary. */
export const rankOfValues = 0;

/** Patients of a list that SQLite looks at in the order of an index, which takes it a few milliseconds. */
const mostWalked = 1_000;

/**
 * The start of a list sorted by a part of the summary: the patients with a value, which an index keeps in this
 * order. The keys are those of the whole list but the first. Null for other lists, and if the filter leaves only few:
 * searching along the index would take longer.
 *
 * @param walked the part of the list, where the database would sort all matches instead of following the index: then only
 *   the first patients of the index are looked at
 */
export function orderPatientsWithValue(
  question: PatientListQuestion,
  walked?: ListPart,
): OrderedPatients | null {
  const { sort = byName, filter, clinicId } = question;
  const value = chooseSummaryValue(question);
  const { search, tagIds, siteIds } = filter;
  if (!value || search !== undefined || tagIds?.length || siteIds?.length) return null;
  const parts = new Parts(value.table, question, question.period);
  parts.add(value.has, ...value.hasParameters);
  const keys: SortKey[] = [
    { expression: value.column, descending: sort.descending, kind: 'number' },
    { expression: `${value.table}.patient_id`, kind: 'text' },
  ];
  if (walked && value.isIndexed) {
    const rows = {
      sql: `${parts.rows} WHERE ${parts.isOfClinic} AND ${value.has}`,
      parameters: [clinicId, ...value.hasParameters],
    };
    parts.onlyAmong((columns) => selectFirst({ columns, ...rows }, keys, walked, mostWalked));
  }
  return { source: parts.source, keys };
}
