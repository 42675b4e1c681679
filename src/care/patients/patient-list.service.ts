import type { Database } from '../../platform/database/database';
import { keyColumn, orderBy, selectPart } from '../../platform/database/keyset';
import type { Bound, ListPart, Placed } from '../../platform/list-part';
import { readParts, type PartQuestion } from '../../platform/database/pages';
import type { PatientDirectory } from './patient-directory.service';
import {
  orderPatients,
  orderPatientsWithValue,
  rankOfValues,
  selectPatients,
  type PatientListQuestion,
} from './patient-list';
import type { PatientFilter } from './patient-filter';
import { withRecords, type PatientRecord } from './patient-records';
import { isIndexed, ownSortFields } from './summary-fields';

/** Few enough for one statement in both dialects. */
const countsAtOnce = 100;

/** A page of a list, and whether to include summaries. */
export interface PatientPageQuestion extends PatientListQuestion, ListPart {
  withSummaries?: boolean;
}

interface OrderedPage extends PartQuestion {
  question: PatientPageQuestion;
}

/** A page as it was read. */
interface ReadPage {
  question: PatientPageQuestion;
  patients: Placed<PatientRecord>[];
}

/** Patient lists, filtered and sorted by the database. */
export class PatientListService {
  constructor(
    private readonly database: Database,
    private readonly directory: PatientDirectory,
  ) {}

  /** Pages of patients, in the order of the requests. For loaders. */
  readonly pages = async (questions: readonly PatientPageQuestion[]): Promise<Placed<PatientRecord>[][]> => {
    const pages = new Map<PatientListQuestion, Placed<PatientRecord>[]>();
    // If patients with the sorted value fill the page, the rest is not needed.
    const begun = questions.flatMap((question) => this.amongValues(question) ?? []);
    for (const { question, patients } of await this.read(begun)) {
      if (patients.length < question.size) continue;
      const placed = patients.map(({ place, item }) => ({ place: [rankOfValues, ...place], item }));
      pages.set(question, placed);
    }
    const left = questions.filter((question) => !pages.has(question));
    const whole = left.map((question) => ({ question, part: question, ...orderPatients(question) }));
    for (const { question, patients } of await this.read(whole)) pages.set(question, patients);
    return questions.map((question) => pages.get(question) ?? []);
  };

  /** The page among the patients with the sorted value; null if it may begin behind them. */
  private amongValues(question: PatientPageQuestion): OrderedPage | null {
    const { after, before, isBackward } = question;
    const isBehind = (bound: Bound) => bound.values[0] !== rankOfValues;
    if ((after && isBehind(after)) || (isBackward && (!before || isBehind(before)))) return null;
    const part = {
      ...question,
      after: after && withoutRank(after),
      before: before && !isBehind(before) ? withoutRank(before) : undefined,
    };
    // The optimizers would otherwise sort all matches instead of following the index until the page is full.
    const isMysql = this.database.dialect === 'mysql';
    const list = orderPatientsWithValue(question, isMysql ? undefined : part);
    if (!list) return null;
    const hint = isMysql ? 'STRAIGHT_JOIN' : '';
    return { question, source: { ...list.source, hint }, keys: list.keys, part };
  }

  private async read(pages: readonly OrderedPage[]): Promise<ReadPage[]> {
    const [only] = pages;
    if (!only) return [];
    if (pages.length === 1) return [{ question: only.question, patients: await this.readAtOnce(only) }];
    const isLong = pages.some(({ question }) => mayTakeLong(question));
    const reads = isLong ? this.database.aside : this.database.plain;
    const query = <Rows>(sql: string, parameters: unknown[]) => reads.rows(sql, parameters) as Promise<Rows>;
    const parts = await readParts({ query }, pages);
    const withSummaries = pages.some(({ question }) => question.withSummaries);
    const ids = parts.flat().map(({ id }) => id);
    const found = await this.directory.findByIds(ids, withSummaries);
    const placed = withRecords(parts, found);
    return pages.map(({ question }, index) => ({ question, patients: placed[index] ?? [] }));
  }

  /** Finds the page first and loads its content afterwards: sorting is fast with small rows. */
  private readAtOnce({ question, source, keys, part }: OrderedPage): Promise<Placed<PatientRecord>[]> {
    const { sql, parameters } = selectPart(source, keys, part);
    const columns = keys.map((_key, index) => `page.${keyColumn(index)}`);
    const from = `(${sql}) page JOIN clinic_patients p ON p.id = page.id`;
    const rest = `ORDER BY ${orderBy(keys, columns)}`;
    const page = { from, rest, parameters, isLong: mayTakeLong(question) };
    return this.directory.records.readPlaced(page, keys, question.withSummaries);
  }

  /** The number of patients in a list, in the order of the requests. For loaders. */
  readonly counts = async (questions: readonly PatientListQuestion[]): Promise<number[]> => {
    const lists = questions.map(selectPatients);
    // A list without filters contains all patients, so both are counted once.
    const keys = lists.map(({ from, parameters }) => JSON.stringify([from, parameters]));
    const different = [...new Map(lists.map((list, index) => [keys[index], list]))];
    const counts = new Map<string | undefined, number>();
    const { aside, plain } = this.database;
    const reads = questions.some(({ filter }) => isFilter(filter)) ? aside : plain;
    for (let start = 0; start < different.length; start += countsAtOnce) {
      const batch = different.slice(start, start + countsAtOnce);
      const rows = await reads.rows<{ place: number; patients: number }>(
        batch
          .map(([, { from }], index) => `SELECT ${index} AS place, COUNT(*) AS patients ${from}`)
          .join(' UNION ALL '),
        batch.flatMap(([, { parameters }]) => parameters),
      );
      for (const { place, patients } of rows) counts.set(batch[Number(place)]?.[0], Number(patients));
    }
    return keys.map((key) => counts.get(key) ?? 0);
  };
}

/** Patients that are passed over, or looked at, within a few milliseconds. */
const few = 1_000;

/** Whether many patients may be looked at to find a page: no index has the order, or only some of them match. */
const mayTakeLong = ({ filter, sort, offset = 0 }: PatientPageQuestion): boolean =>
  offset > few ||
  (sort !== undefined && !isIndexed(sort.by) && !(ownSortFields as readonly string[]).includes(sort.by)) ||
  isFilter(filter);

const isFilter = (filter: PatientFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== false);

/** The place among the patients with the sorted value. */
const withoutRank = ({ values, isIncluded }: Bound): Bound => ({ values: values.slice(1), isIncluded });
