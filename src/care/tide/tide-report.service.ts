import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import type { PlainReads } from '../../platform/speed/plain-reads';
import { badInput } from '../../platform/errors';
import { isClinicId } from '../../platform/ids';
import type { PatientPermission } from '../patients/patient-permission';
import type { PatientDataSource, PatientReview } from '../patients/patient.entity';
import type { TideCategory } from './tide-categories';
import { categoriesSql, noDataSql, tideFigures, type TideFigure, type TideQuestion } from './tide-report-sql';

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

/** TIDE reports: patients who need attention, by category. */
export class TideReportService {
  constructor(private readonly database: Database) {}

  /**
   * The sections of a report, in category order; categories for which no room was left are absent. Throws when the
   * parameters are invalid.
   */
  async sections(asked: TideQuestion): Promise<TideSection[]> {
    const question = checked(asked);
    return this.database.readAside((plain) => this.read(plain, question));
  }

  private async read(plain: PlainReads, question: TideQuestion): Promise<TideSection[]> {
    const { categories, clinicId, tagIds } = question;
    const canMatch = tagIds.length <= mostTags;
    const [found, waiting] = await Promise.all([
      canMatch && categories.length > 0 ? selectRows(plain, categoriesSql(question, roomInCategories)) : [],
      canMatch && !question.excludeNoData ? this.waiting(plain, question) : [],
    ]);
    const tags = await findTags(plain, clinicId, [...found, ...waiting]);
    const entry = (row: Row) => toEntry(row, tags.get(row.userId) ?? []);
    const lastReached =
      found.length < roomInCategories ? categories.length : Number(found.at(-1)?.category ?? 0) + 1;
    const sections = categories.slice(0, lastReached).map((name, place): TideSection => {
      const entries = found.filter(({ category }) => Number(category) === place).map(entry);
      return { name, entries };
    });
    return question.excludeNoData ? sections : [...sections, { name: 'noData', entries: waiting.map(entry) }];
  }

  private waiting(plain: PlainReads, question: TideQuestion): Promise<Row[]> {
    return selectRows(plain, noDataSql(question, this.database.dialect, now() - recentTime, roomForNoData));
  }
}

const selectRows = (
  plain: PlainReads,
  { sql, parameters }: { sql: string; parameters: unknown[] },
): Promise<Row[]> => plain.rows<Row>(sql, parameters);

/** The tags of patients, by account. */
async function findTags(
  plain: PlainReads,
  clinicId: string,
  rows: readonly Row[],
): Promise<Map<string, string[]>> {
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  if (userIds.length === 0) return new Map();
  const found = await plain.rows<{ user_id: string; tag_id: string }>(
    `SELECT user_id, tag_id FROM patient_taggings
      WHERE clinic_id = ? AND user_id IN (${userIds.map(() => '?').join(', ')}) ORDER BY place`,
    [clinicId, ...userIds],
  );
  const tags = new Map<string, string[]>();
  for (const { user_id, tag_id } of found) tags.set(user_id, [...(tags.get(user_id) ?? []), tag_id]);
  return tags;
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
