import { now } from '../../clock';
import type { Database } from '../../database/database';
import { badInput } from '../../errors';
import { isClinicId } from '../../ids';
import type { PatientPermission } from '../patient-permission';
import type { PatientDataSource, PatientReview } from '../patient.entity';
import type { TideCategory } from './tide-categories';
import { categoriesSql, noDataSql, tideFigures, type TideFigure, type TideQuestion } from './tide-report-sql';

/** A patient of a report. Figures that the summary does not have are absent. */
export interface TideEntry extends Partial<Record<TideFigure, number>> {
  userId: string;
  fullName: string;
  email: string | null;
  tagIds: string[];
  reviews: PatientReview[];
  dataSources: PatientDataSource[] | null;
  /** Time of the last sensor data, in milliseconds since the epoch; null without any. */
  lastData: number | null;
  /** What the clinic may do with the account. */
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

/** How many patients all categories have together. */
const roomInCategories = 100;
const roomForNoData = 50;

/** Milliseconds. Who has data that young is not waited for. */
const recentTime = 8 * 3_600_000;

/** A clinic has no more tags, so no patient has. */
const mostTags = 50;

const zeroTime = Date.parse('0001-01-01T00:00:00Z');

function checked(question: TideQuestion): TideQuestion {
  const tagIds = [...new Set(question.tagIds)];
  if (tagIds.length === 0) throw badInput('At least one tag is required.');
  const wrong = tagIds.find((id) => !isClinicId(id));
  if (wrong !== undefined) throw badInput(`"${wrong}" has not 24 hexadecimal characters.`);
  if (question.lastDataCutoff <= zeroTime) throw badInput('"lastDataCutoff" must be a time of this era.');
  return { ...question, tagIds, categories: [...new Set(question.categories)] };
}

/** Reports of the patients who stand out, by what they stand out by. */
export class TideReportService {
  constructor(private readonly database: Database) {}

  /**
   * The sections of a report, in the order of its categories. One that there was no room left for is absent. Throws
   * when the question is not valid.
   */
  async sections(asked: TideQuestion): Promise<TideSection[]> {
    const question = checked(asked);
    const { categories, clinicId, tagIds } = question;
    const canMatch = tagIds.length <= mostTags;
    const [found, waiting] = await Promise.all([
      canMatch && categories.length > 0 ? this.rows(categoriesSql(question, roomInCategories)) : [],
      canMatch && !question.excludeNoData ? this.waiting(question) : [],
    ]);
    const tags = await this.tags(clinicId, [...found, ...waiting]);
    const entry = (row: Row) => entryOf(row, tags.get(row.userId) ?? []);
    const lastReached =
      found.length < roomInCategories ? categories.length : Number(found.at(-1)?.category ?? 0) + 1;
    const sections = categories.slice(0, lastReached).map((name, place): TideSection => {
      const entries = found.filter(({ category }) => Number(category) === place).map(entry);
      return { name, entries };
    });
    return question.excludeNoData ? sections : [...sections, { name: 'noData', entries: waiting.map(entry) }];
  }

  private waiting(question: TideQuestion): Promise<Row[]> {
    return this.rows(noDataSql(question, this.database.dialect, now() - recentTime, roomForNoData));
  }

  private rows({ sql, parameters }: { sql: string; parameters: unknown[] }): Promise<Row[]> {
    return this.database.plain.rows<Row>(sql, parameters);
  }

  private async tags(clinicId: string, rows: readonly Row[]): Promise<Map<string, string[]>> {
    const userIds = [...new Set(rows.map(({ userId }) => userId))];
    if (userIds.length === 0) return new Map();
    const found = await this.database.plain.rows<{ user_id: string; tag_id: string }>(
      `SELECT user_id, tag_id FROM patient_taggings
        WHERE clinic_id = ? AND user_id IN (${userIds.map(() => '?').join(', ')}) ORDER BY place`,
      [clinicId, ...userIds],
    );
    const tags = new Map<string, string[]>();
    for (const { user_id, tag_id } of found) tags.set(user_id, [...(tags.get(user_id) ?? []), tag_id]);
    return tags;
  }
}

const entryOf = (row: Row, tagIds: string[]): TideEntry => ({
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
