import type { Database } from '../database/database';
import { readPagesOfIds } from '../database/pages';
import type { Place } from './clinician.service';
import type { PatientDirectory, PatientRecord } from './patient-directory.service';
import { patientListSql, type PatientListQuestion } from './patient-list';

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
    const pages = await readPagesOfIds(
      this.database.reader,
      questions.map((question) => {
        const { from, parameters, order, orderParameters } = patientListSql(question);
        const { size, offset } = question;
        return {
          sql: `SELECT p.id AS id ${from} ORDER BY ${order} LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
          parameters: [...parameters, ...orderParameters],
        };
      }),
    );
    const records = await this.directory.findByIds(pages.flat());
    const byId = new Map(records.map((record) => [record.patient.id, record]));
    return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  };

  /** How many patients a list has, in the order of the questions. For loaders. */
  readonly counts = async (questions: readonly PatientListQuestion[]): Promise<number[]> => {
    const counts: number[] = [];
    for (let start = 0; start < questions.length; start += countsAtOnce) {
      const lists = questions.slice(start, start + countsAtOnce).map(patientListSql);
      const rows = await this.database.plain.rows<{ place: number; patients: number }>(
        lists
          .map(({ from }, index) => `SELECT ${start + index} AS place, COUNT(*) AS patients ${from}`)
          .join(' UNION ALL '),
        lists.flatMap(({ parameters }) => parameters),
      );
      for (const { place, patients } of rows) counts[Number(place)] = Number(patients);
    }
    return counts;
  };
}
