import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { placeholders } from '../../platform/database/placeholders';
import type { PlainReads } from '../../platform/speed/plain-reads';
import { badInput } from '../../platform/errors';
import { isClinicId } from '../../platform/ids';
import type { PatientPermission } from '../patients/patient-permission';
import type { PatientDataSource, PatientReview } from '../patients/patient.entity';
import type { TideCategory } from './tide-categories';
import {
  categoriesSql,
  noDataSql,
  tideFigures,
  type Sql,
  type TideFigure,
  type TideQuestion,
} from './tide-report-sql';

/** A patient in a report. Figures that the summary does not have are absent. */
export interface TideEntry extends Partial<Record<TideFigure, number>> {
  userId: string;
  fullName: string;
  email: string | null;
  tagIds: string[];
  reviews: PatientReview[];
  dataSources: PatientDataSource[] | null;
  /** Time of the last sensor data, in milliseconds since the epoch; null if there is none. */
  lastData: number | null;
  /** Permissions of the clinic on the account. */
  permissions: PatientPermission[];
}

/** The patients of a category, or those without recent data. */
export interface TideSection {
  name: TideCategory | 'noData';
  entries: TideEntry[];
}

type Row = { [Figure in TideFigure]: number | null } & {
  /** Number of the report within its statement. */
  question: number | string;
  clinicId: string;
  category?: number;
  userId: string;
  fullName: string;
  email: string | null;
  reviews: string;
  dataSources: string | null;
  lastData: number | string | null;
  permissions: string;
};

/** Maximum number of patients in all categories together. */
const roomInCategories = 100;
const roomForNoData = 50;

/** Milliseconds. Patients with more recent data do not count as lacking data. */
const recentTime = 8 * 3_600_000;

/** A clinic has no more tags, so no patient has. */
const mostTags = 50;

const zeroTime = Date.parse('0001-01-01T00:00:00Z');

function checked(question: TideQuestion): TideQuestion {
  const tagIds = [...new Set(question.tagIds)];
  if (tagIds.length === 0) throw badInput('At least one tag is required.');
  const wrong = tagIds.find((id) => !isClinicId(id));
  if (wrong !== undefined) throw badInput(`"${wrong}" is not an id of 24 hexadecimal characters.`);
  if (question.lastDataCutoff <= zeroTime) throw badInput('"lastDataCutoff" must be a time in this era.');
  return { ...question, tagIds, categories: [...new Set(question.categories)] };
}

/** Small enough for one statement in both dialects. */
const reportsAtOnce = 100;

/** TIDE reports: patients who need attention, by category. */
export class TideReportService {
  constructor(private readonly database: Database) {}

  /** Throws when the parameters of a report are not valid. */
  check(question: TideQuestion): void {
    checked(question);
  }

  /**
   * The sections of reports, in the order of the questions, each in category order; categories for which no room was left
   * are absent. Three statements serve a hundred reports. For loaders. Throws when a question is not valid.
   */
  readonly sections = (asked: readonly TideQuestion[]): Promise<TideSection[][]> => {
    const questions = asked.map(checked);
    return this.database.readAside(async (plain) => {
      const reports: TideSection[][] = [];
      for (let start = 0; start < questions.length; start += reportsAtOnce)
        reports.push(...(await this.read(plain, questions.slice(start, start + reportsAtOnce))));
      return reports;
    });
  };

  private async read(plain: PlainReads, questions: readonly TideQuestion[]): Promise<TideSection[][]> {
    const recent = now() - recentTime;
    const possible = questions.filter(({ tagIds }) => tagIds.length <= mostTags);
    const [found, waiting] = await Promise.all([
      readRows(
        plain,
        possible.filter(({ categories }) => categories.length > 0),
        (some) => categoriesSql(some, this.database.dialect, roomInCategories),
      ),
      readRows(
        plain,
        possible.filter(({ excludeNoData }) => !excludeNoData),
        (some) => noDataSql(some, this.database.dialect, recent, roomForNoData),
      ),
    ]);
    const tags = await findTags(plain, [...found.values(), ...waiting.values()].flat());
    return questions.map((question) =>
      toSections(question, tags, found.get(question) ?? [], waiting.get(question) ?? []),
    );
  }
}

/** The rows of each report. */
async function readRows(
  plain: PlainReads,
  questions: readonly TideQuestion[],
  toSql: (questions: readonly TideQuestion[]) => Sql,
): Promise<Map<TideQuestion, Row[]>> {
  const found = new Map<TideQuestion, Row[]>(questions.map((question) => [question, []]));
  if (questions.length === 0) return found;
  const { sql, parameters } = toSql(questions);
  for (const row of await plain.rows<Row>(sql, parameters)) {
    const question = questions[Number(row.question)];
    if (question) found.get(question)?.push(row);
  }
  return found;
}

/** The tags of patients, by clinic and account. */
type Tags = ReadonlyMap<string, string[]>;

const patientKey = (clinicId: string, userId: string): string => `${clinicId} ${userId}`;

async function findTags(plain: PlainReads, rows: readonly Row[]): Promise<Tags> {
  const members = new Map<string, Set<string>>();
  for (const { clinicId, userId } of rows)
    members.set(clinicId, (members.get(clinicId) ?? new Set()).add(userId));
  if (members.size === 0) return new Map();
  const ofClinics = [...members].map(([clinicId, userIds]): Sql => ({
    sql: `(clinic_id = ? AND user_id IN (${placeholders([...userIds])}))`,
    parameters: [clinicId, ...userIds],
  }));
  const found = await plain.rows<{ clinic_id: string; user_id: string; tag_id: string }>(
    `SELECT clinic_id, user_id, tag_id FROM patient_taggings
      WHERE ${ofClinics.map(({ sql }) => sql).join(' OR ')} ORDER BY place`,
    ofClinics.flatMap(({ parameters }) => parameters),
  );
  const tags = new Map<string, string[]>();
  for (const { clinic_id, user_id, tag_id } of found) {
    const key = patientKey(clinic_id, user_id);
    tags.set(key, [...(tags.get(key) ?? []), tag_id]);
  }
  return tags;
}

function toSections(
  { categories, excludeNoData }: TideQuestion,
  tags: Tags,
  found: readonly Row[],
  waiting: readonly Row[],
): TideSection[] {
  const entry = (row: Row) => toEntry(row, tags.get(patientKey(row.clinicId, row.userId)) ?? []);
  const lastReached =
    found.length < roomInCategories ? categories.length : Number(found.at(-1)?.category ?? 0) + 1;
  const sections = categories.slice(0, lastReached).map((name, place): TideSection => {
    const entries = found.filter(({ category }) => Number(category) === place).map(entry);
    return { name, entries };
  });
  return excludeNoData ? sections : [...sections, { name: 'noData', entries: waiting.map(entry) }];
}

const toEntry = (row: Row, tagIds: string[]): TideEntry => ({
  ...Object.fromEntries(tideFigures.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
  userId: row.userId,
  fullName: row.fullName,
  email: row.email,
  tagIds,
  reviews: JSON.parse(row.reviews) as PatientReview[],
  dataSources: row.dataSources === null ? null : (JSON.parse(row.dataSources) as PatientDataSource[]),
  lastData: row.lastData === null ? null : Number(row.lastData),
  permissions: JSON.parse(row.permissions) as PatientPermission[],
});
