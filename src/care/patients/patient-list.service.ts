import type { Database } from '../../platform/database/database';
import { readPagesOfIds, type PageOfIds } from '../../platform/database/pages';
import type { Place } from '../clinics/people/clinician.service';
import type { PatientDirectory } from './patient-directory.service';
import {
  orderPatients,
  orderPatientsWithValue,
  selectPatients,
  type OrderedPatients,
  type OrderKey,
  type PatientListQuestion,
} from './patient-list';
import type { PatientRecord } from './patient-records';

/** Few enough for one statement in both dialects. */
const countsAtOnce = 100;

const orderBy = ({ descending }: OrderKey, name: string): string => `${name} ${descending ? 'DESC' : 'ASC'}`;

/** A page of a list, and whether to include summaries. */
export interface PatientPageQuestion extends PatientListQuestion, Place {
  withSummaries?: boolean;
}

interface OrderedPage {
  question: PatientPageQuestion;
  list: OrderedPatients;
  /** Whether the list continues. */
  isBeginning: boolean;
}

/** Patient lists, filtered and sorted by the database. */
export class PatientListService {
  constructor(
    private readonly database: Database,
    private readonly directory: PatientDirectory,
  ) {}

  /** Pages of patients, in the order of the requests. For loaders. */
  readonly pages = async (questions: readonly PatientPageQuestion[]): Promise<PatientRecord[][]> => {
    const pages = new Map<PatientListQuestion, PatientRecord[]>();
    // If patients with the sorted value fill the page, the rest is not needed.
    const short = questions.map((question) => ({ question, list: orderPatientsWithValue(question) }));
    const begun = short.flatMap(({ question, list }) =>
      list ? [{ question, list, isBeginning: true }] : [],
    );
    for (const { question, records } of await this.read(begun))
      if (records.length === question.size) pages.set(question, records);
    const left = questions.filter((question) => !pages.has(question));
    const whole = left.map((question) => ({ question, list: orderPatients(question), isBeginning: false }));
    for (const { question, records } of await this.read(whole)) pages.set(question, records);
    return questions.map((question) => pages.get(question) ?? []);
  };

  private async read(
    pages: readonly OrderedPage[],
  ): Promise<{ question: PatientPageQuestion; records: PatientRecord[] }[]> {
    const [only] = pages;
    if (!only) return [];
    if (pages.length === 1) return [{ question: only.question, records: await this.readAtOnce(only) }];
    const idsOf = await readPagesOfIds(this.database.reader, pages.map(this.idsOf));
    const withSummaries = pages.some(({ question }) => question.withSummaries);
    const found = await this.directory.findByIds(idsOf.flat(), withSummaries);
    const byId = new Map(found.map((record) => [record.patient.id, record]));
    return pages.map(({ question }, index) => ({
      question,
      records: idsOf[index]?.flatMap((id) => byId.get(id) ?? []) ?? [],
    }));
  }

  /** Finds the page first and loads its content afterwards: sorting is fast with small rows. */
  private readAtOnce(page: OrderedPage): Promise<PatientRecord[]> {
    const { sql, parameters } = this.idsOf(page);
    const order = page.list.keys.map((key, index) => orderBy(key, `page.key${index}`));
    const from = `(${sql}) page JOIN clinic_patients p ON p.id = page.id`;
    const source = { from, rest: `ORDER BY ${order.join(', ')}`, parameters };
    return this.directory.records.read(source, page.question.withSummaries);
  }

  private readonly idsOf = ({ question: { size, offset }, list, isBeginning }: OrderedPage): PageOfIds => {
    const { id, from, parameters, keys } = list;
    // The optimizer would otherwise sort all matches instead of following the index until the page is full.
    const hint = isBeginning && this.database.dialect === 'mysql' ? 'STRAIGHT_JOIN' : '';
    const columns = keys.map(({ expression }, index) => `${expression} AS key${index}`);
    const order = keys.map((key, index) => orderBy(key, `key${index}`));
    return {
      sql: `SELECT ${hint} ${id} AS id, ${columns.join(', ')} ${from}
        ORDER BY ${order.join(', ')} LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
      parameters: [...keys.flatMap((key) => key.parameters ?? []), ...parameters],
    };
  };

  /** The number of patients in a list, in the order of the requests. For loaders. */
  readonly counts = async (questions: readonly PatientListQuestion[]): Promise<number[]> => {
    const lists = questions.map(selectPatients);
    // A list without filters contains all patients, so both are counted once.
    const keys = lists.map(({ from, parameters }) => JSON.stringify([from, parameters]));
    const different = [...new Map(lists.map((list, index) => [keys[index], list]))];
    const counts = new Map<string | undefined, number>();
    for (let start = 0; start < different.length; start += countsAtOnce) {
      const batch = different.slice(start, start + countsAtOnce);
      const rows = await this.database.plain.rows<{ place: number; patients: number }>(
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
