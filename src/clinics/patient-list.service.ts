import type { Database } from '../database/database';
import { readPagesOfIds } from '../database/pages';
import type { Place } from './clinician.service';
import type { PatientDirectory, PatientRecord } from './patient-directory.service';
import {
  orderPatients,
  orderPatientsWithValue,
  selectPatients,
  type OrderedPatients,
  type PatientListQuestion,
} from './patient-list';

/** Few enough for one statement in both dialects. */
const countsAtOnce = 100;

/** Lists of patients, filtered and sorted by the database. */
export class PatientListService {
  constructor(
    private readonly database: Database,
    private readonly directory: PatientDirectory,
  ) {}

  /** Pages of patients, in the order of the questions. For loaders. */
  readonly pages = async (
    questions: readonly (PatientListQuestion & Place)[],
  ): Promise<PatientRecord[][]> => {
    const pages = await this.idsOf(questions);
    const records = await this.directory.findByIds(pages.flat());
    const byId = new Map(records.map((record) => [record.patient.id, record]));
    return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  };

  /** The records of each page. Where the patients who have the value that counts fill the page, that is all of it. */
  private async idsOf(questions: readonly (PatientListQuestion & Place)[]): Promise<string[][]> {
    const pages = new Map<PatientListQuestion, string[]>();
    const short = questions.map((question) => ({ question, list: orderPatientsWithValue(question) }));
    const begun = short.flatMap(({ question, list }) => (list ? [{ question, list }] : []));
    for (const { question, ids } of await this.read(begun, true)) {
      if (ids.length === question.size) pages.set(question, ids);
    }
    const left = questions.filter((question) => !pages.has(question));
    const whole = left.map((question) => ({ question, list: orderPatients(question) }));
    for (const { question, ids } of await this.read(whole, false)) pages.set(question, ids);
    return questions.map((question) => pages.get(question) ?? []);
  }

  private async read<Question extends Place>(
    lists: readonly { question: Question; list: OrderedPatients }[],
    isBegun: boolean,
  ): Promise<{ question: Question; ids: string[] }[]> {
    // The optimizer would rather sort all who fit than follow the index until the page is full.
    const hint = isBegun && this.database.dialect === 'mysql' ? 'STRAIGHT_JOIN' : '';
    const pages = await readPagesOfIds(
      this.database.reader,
      lists.map(({ question: { size, offset }, list: { id, from, parameters, order, orderParameters } }) => ({
        sql: `SELECT ${hint} ${id} AS id ${from} ORDER BY ${order} LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
        parameters: [...parameters, ...orderParameters],
      })),
    );
    return lists.map(({ question }, index) => ({ question, ids: pages[index] ?? [] }));
  }

  /** How many patients a list has, in the order of the questions. For loaders. */
  readonly counts = async (questions: readonly PatientListQuestion[]): Promise<number[]> => {
    const lists = questions.map(selectPatients);
    // A list that nothing is filtered from is that of all patients: both are counted once.
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
