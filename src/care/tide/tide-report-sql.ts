import type { Dialect } from '../../platform/database/dialect';
import type { SummaryPeriod } from '../patients/summary-fields';
import { categorySql, figureColumn, type TideCategory } from './tide-categories';

// These statements read tables of the patients area directly: a report takes its first patients from a join of taggings,
// patients and summaries, which no service could give without loading them all.

/** The parameters of a report. */
export interface TideQuestion {
  clinicId: string;
  period: SummaryPeriod;
  /** Patients must have all of them. */
  tagIds: readonly string[];
  /** Patients in categories have data of this instant or later; milliseconds since the epoch. */
  lastDataCutoff: number;
  /** In this order; a patient is in the first category that applies. */
  categories: readonly TideCategory[];
  excludeNoData: boolean;
}

/** The figures in a report. */
export const tideFigures = [
  'averageGlucoseMmol',
  'glucoseManagementIndicator',
  'timeCGMUseMinutes',
  'timeCGMUsePercent',
  'timeInExtremeHighPercent',
  'timeInHighPercent',
  'timeInLowPercent',
  'timeInTargetPercent',
  'timeInVeryHighPercent',
  'timeInVeryLowPercent',
  'timeInAnyHighPercent',
  'timeInAnyLowPercent',
  'timeInTargetPercentDelta',
] as const;

export type TideFigure = (typeof tideFigures)[number];

export interface Sql {
  sql: string;
  parameters: unknown[];
}

const figures = tideFigures.map((name) => `${figureColumn(name)} AS ${name}`).join(', ');

/** The columns of a patient in a report, besides tags and figures. */
const patientColumns = `p.clinic_id AS clinicId, t.id AS patientId, p.user_id AS userId, p.full_name AS fullName, p.email, p.reviews,
  p.data_sources AS dataSources, p.permissions`;

/** Patients with all of the tags: the search starts with the first. */
function tagged({ tagIds: [first, ...others], clinicId }: TideQuestion): Sql {
  const and = others.map(
    () => `AND EXISTS (SELECT 1 FROM patient_taggings o
      WHERE o.clinic_id = t.clinic_id AND o.user_id = t.user_id AND o.tag_id = ?)`,
  );
  return {
    sql: `t.clinic_id = ? AND t.tag_id = ? ${and.join(' ')}`,
    parameters: [clinicId, first, ...others],
  };
}

const period = ({ period: name }: TideQuestion): string =>
  `f.clinic_id = t.clinic_id AND f.summary_type = 'cgm' AND f.period = '${name}' AND f.user_id = t.user_id`;

const patient = 'p.clinic_id = t.clinic_id AND p.user_id = t.user_id';
const summary = 'd.clinic_id = t.clinic_id AND d.user_id = t.user_id';

/**
 * Looks up the last data of thousands of patients. SQLite would read the wide rows of summaries, because it has no statistics:
 * it is told the order of tables and the index that has all that is asked for.
 */
const joins: Readonly<Record<Dialect, { inner: string; summaries: string }>> = {
  sqlite: { inner: 'CROSS JOIN', summaries: 'patient_summaries d INDEXED BY patient_summaries_last_data' },
  mysql: { inner: 'JOIN', summaries: 'patient_summaries d' },
};

/** One statement for some reports: rows say by a number which one they are of. */
const together = (parts: readonly Sql[], order: string): Sql => ({
  sql: `${parts.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY ${order}`,
  parameters: parts.flatMap(({ parameters }, index) => [index, ...parameters]),
});

/**
 * The patients of all categories of some reports at once. Each patient is in the first category that applies, and the first
 * patients in category order are taken: the same as filling one category after the other until the limit.
 */
export const categoriesSql = (questions: readonly TideQuestion[], dialect: Dialect, room: number): Sql =>
  together(
    questions.map((question) => selectCategories(question, dialect, room)),
    'category, place, patientId',
  );

function selectCategories(question: TideQuestion, dialect: Dialect, room: number): Sql {
  const { categories, lastDataCutoff } = question;
  const cases = (part: 'condition' | 'rank') =>
    categories
      .map((name, place) => {
        const { condition, rank } = categorySql[name];
        return `WHEN ${condition} THEN ${part === 'condition' ? place : rank}`;
      })
      .join(' ');
  const who = tagged(question);
  const { inner, summaries } = joins[dialect];
  const chosen = `SELECT t.user_id, f.patient_id AS id, d.cgm_last_data AS lastData,
      CASE ${cases('condition')} END AS category, CASE ${cases('rank')} END AS place
    FROM patient_taggings t
      ${inner} ${summaries} ON ${summary} AND d.cgm_last_data >= ?
      ${inner} patient_summary_periods f ON ${period(question)}
    WHERE ${who.sql} AND (${categories.map((name) => `(${categorySql[name].condition})`).join(' OR ')})
    ORDER BY category, place, f.patient_id LIMIT ${Number(room)}`;
  return {
    sql: `SELECT ? AS question, t.category, t.place, t.lastData, ${patientColumns}, ${figures}
      FROM (SELECT c.*, ? AS clinic_id FROM (${chosen}) c) t
        JOIN clinic_patients p ON ${patient}
        JOIN patient_summary_periods f ON ${period(question)}`,
    parameters: [question.clinicId, lastDataCutoff, ...who.parameters],
  };
}

/** Whether a `dexcom` source is not connected; sources are stored as JSON text. */
const lostConnection: Readonly<Record<Dialect, string>> = {
  sqlite: `EXISTS (SELECT 1 FROM json_each(p.data_sources) s
    WHERE json_extract(s.value, '$.providerName') = 'dexcom' AND json_extract(s.value, '$.state') <> 'connected')`,
  mysql: `(${['pending', 'pendingReconnect', 'disconnected', 'error']
    .map((state) => `JSON_CONTAINS(p.data_sources, '{"providerName": "dexcom", "state": "${state}"}')`)
    .join(' OR ')})`,
};

/** Patients without recent data of some reports, longest without data first. */
export const noDataSql = (
  questions: readonly TideQuestion[],
  dialect: Dialect,
  recent: number,
  room: number,
): Sql =>
  together(
    questions.map((question) => selectSilentPatients(question, dialect, recent, room)),
    'lastData, patientId',
  );

function selectSilentPatients(question: TideQuestion, dialect: Dialect, recent: number, room: number): Sql {
  const who = tagged(question);
  const lost = `(INSTR(p.data_sources, '"dexcom"') > 0 AND ${lostConnection[dialect]})`;
  const chosen = `SELECT t.user_id, p.id, d.cgm_last_data AS lastData
    FROM patient_taggings t
      JOIN clinic_patients p ON ${patient}
      LEFT JOIN ${joins[dialect].summaries} ON ${summary}
    WHERE ${who.sql} AND (d.cgm_last_data IS NULL OR (d.cgm_last_data < ? AND (d.cgm_last_data < ? OR ${lost})))
    ORDER BY d.cgm_last_data, p.id LIMIT ${Number(room)}`;
  return {
    sql: `SELECT ? AS question, t.lastData, ${patientColumns}, ${figures}
      FROM (SELECT c.*, ? AS clinic_id FROM (${chosen}) c) t
        JOIN clinic_patients p ON ${patient}
        LEFT JOIN patient_summary_periods f ON ${period(question)}`,
    parameters: [question.clinicId, ...who.parameters, recent, question.lastDataCutoff],
  };
}
