import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { placeholders } from '../../platform/database/placeholders';
import { glucosePending } from '../../records/data/glucose-reader.service';
import { chooseGrouping, compareGroups, type PatientGroup, type PatientGrouping } from './patient-grouping';
import { rowOpensSummary } from './patient-summary.service';
import { summaryField, type SummaryPeriod, type SummaryType } from './summary-fields';

/** Which statistics of a clinic to compute. */
export interface ClinicStatisticsQuestion {
  clinicId: string;
  by: PatientGrouping;
  type: SummaryType;
  period: SummaryPeriod;
  /** Patients with readings at this instant or later are active; the length of the period before now if absent. */
  activeSince?: number;
}

/** Figures whose means are computed, by their names in the result. */
const averagedFigures = {
  timeInVeryLow: 'timeInVeryLowPercent',
  timeInAnyLow: 'timeInAnyLowPercent',
  timeInTarget: 'timeInTargetPercent',
  timeInAnyHigh: 'timeInAnyHighPercent',
  timeInVeryHigh: 'timeInVeryHighPercent',
  timeInTargetChange: 'timeInTargetPercentDelta',
  sensorUse: 'timeCGMUsePercent',
  averageGlucose: 'averageGlucoseMmol',
  glucoseManagementIndicator: 'glucoseManagementIndicator',
} as const;

type AveragedFigure = keyof typeof averagedFigures;

const figureNames = Object.keys(averagedFigures) as AveragedFigure[];

/** The statistics of a group of patients. Means are over active patients with the figure; null if there are none. */
export interface PatientGroupStatistics extends PatientGroup, Record<AveragedFigure, number | null> {
  active: number;
  noData: number;
  /** Patients with readings, but without a summary yet. */
  unknown: number;
  /** Active patients with enough readings for shares of time. */
  measured: number;
  /** Those of them who reach the goal of time in range. */
  reachingGoal: number;
  /** Active patients with a glucose management indicator. */
  withIndicator: number;
}

/** The goal of time in range for most people: Battelino et al., Diabetes Care 2019. */
const goal = 0.7;

const day = 86_400_000;

/** The value of a figure, null where its flag denies it. */
function figureColumn(figure: string, type: SummaryType): string {
  const field = summaryField(figure, type);
  if (!field) return 'NULL';
  const value = `f.\`${field.column}\``;
  return field.flag === undefined ? value : `CASE WHEN (f.flags & ${2 ** field.flag}) <> 0 THEN ${value} END`;
}

type Row = Record<string, unknown> & { clinicId: string; groupId: string | null; name: string | null };

/** Statistics of the patients of clinics, computed by the database from the figures that lists are filtered by. */
export class ClinicStatisticsService {
  constructor(private readonly database: Database) {}

  /**
   * The groups of each clinic, largest first, patients without the label last; in the order of the questions. One
   * statement serves all clinics of which the same is asked. For loaders.
   */
  readonly ofClinics = async (
    questions: readonly ClinicStatisticsQuestion[],
  ): Promise<PatientGroupStatistics[][]> => {
    const alike = new Map<string, ClinicStatisticsQuestion[]>();
    for (const question of questions) {
      const { by, type, period, activeSince } = question;
      const key = JSON.stringify([by, type, period, activeSince]);
      alike.set(key, [...(alike.get(key) ?? []), question]);
    }
    const found = new Map<ClinicStatisticsQuestion, PatientGroupStatistics[]>();
    await Promise.all(
      [...alike.values()].map(async (asked) => {
        const rows = await this.read(asked);
        for (const question of asked)
          found.set(question, toGroups(rows.filter(({ clinicId }) => clinicId === question.clinicId)));
      }),
    );
    return questions.map((question) => found.get(question) ?? []);
  };

  /** The groups of the clinics of these questions, which are alike but for the clinic. */
  private read(questions: readonly ClinicStatisticsQuestion[]): Promise<Row[]> {
    const [question] = questions;
    if (!question) return Promise.resolve([]);
    const { by, type, period } = question;
    const { activeSince = now() - Number.parseInt(period, 10) * day } = question;
    const clinicIds = [...new Set(questions.map(({ clinicId }) => clinicId))];
    const { id, members, name, names } = chooseGrouping(by, this.database.dialect);
    const lastData = `d.${type}_last_data`;
    const count = (condition: string) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
    const share = figureColumn(averagedFigures.timeInTarget, type);
    const means = figureNames.map(
      (figure) => `AVG(${figureColumn(averagedFigures[figure], type)}) AS ${figure}`,
    );
    const pending = glucosePending('p.user_id', type);
    // The figures are joined for active patients only: those of the others are of another time.
    const sql = `SELECT p.clinic_id AS clinicId, ${id} AS groupId, ${name} AS name, COUNT(*) AS patients,
        ${count(`${lastData} >= ?`)} AS active, ${count(`${lastData} IS NULL`)} AS uncounted,
        ${count(`${lastData} IS NULL AND ${rowOpensSummary('p')} AND ${pending.sql}`)} AS unknown,
        COUNT(${share}) AS measured, ${count(`${share} >= ${goal}`)} AS reachingGoal,
        COUNT(${figureColumn(averagedFigures.glucoseManagementIndicator, type)}) AS withIndicator, ${means.join(', ')}
      FROM clinic_patients p ${members} ${names}
        LEFT JOIN patient_summaries d ON d.clinic_id = p.clinic_id AND d.user_id = p.user_id
        LEFT JOIN patient_summary_periods f ON f.clinic_id = p.clinic_id AND f.summary_type = ? AND f.period = ?
          AND f.user_id = p.user_id AND ${lastData} >= ?
      WHERE p.clinic_id IN (${placeholders(clinicIds)})
      GROUP BY clinicId, groupId, name`;
    return this.database.aside.rows<Row>(sql, [
      ...[activeSince, ...pending.parameters],
      ...[type, period, activeSince, ...clinicIds],
    ]);
  }
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

const toGroup = ({ groupId, name, ...row }: Row): PatientGroupStatistics => ({
  groupId,
  name,
  patients: Number(row.patients),
  active: Number(row.active),
  noData: Number(row.uncounted) - Number(row.unknown),
  unknown: Number(row.unknown),
  measured: Number(row.measured),
  reachingGoal: Number(row.reachingGoal),
  withIndicator: Number(row.withIndicator),
  ...(Object.fromEntries(figureNames.map((figure) => [figure, numberOrNull(row[figure])])) as Record<
    AveragedFigure,
    number | null
  >),
});

const toGroups = (rows: readonly Row[]): PatientGroupStatistics[] => rows.map(toGroup).sort(compareGroups);
