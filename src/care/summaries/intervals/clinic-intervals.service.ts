import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { placeholders } from '../../../platform/database/placeholders';
import { badInput } from '../../../platform/errors';
import type { PlainReads } from '../../../platform/speed/plain-reads';
import type { PatientSummaryType } from '../patient-stats';
import { lastIntervals, type CalendarInterval, type IntervalSpan } from './calendar-intervals';

/** Which intervals of a clinic. */
export interface ClinicIntervalsQuestion {
  clinicId: string;
  span: IntervalSpan;
  /** How many, up to the present one. */
  count: number;
  type: PatientSummaryType;
}

/** Columns whose means are computed, by their names in the result. */
const shares = {
  timeInVeryLow: 'in_very_low',
  timeInAnyLow: 'in_any_low',
  timeInTarget: 'in_target',
  timeInAnyHigh: 'in_any_high',
  timeInVeryHigh: 'in_very_high',
} as const;

type Share = keyof typeof shares;

const shareNames = Object.keys(shares) as Share[];

const meanNames = [...shareNames, 'averageGlucose', 'glucoseManagementIndicator'] as const;

const countNames = ['withData', 'measured', 'reachingGoal', 'withIndicator'] as const;

/** How the patients of a clinic did in an interval. Each of them counts once; means are null without anybody to count. */
export interface ClinicInterval
  extends
    Omit<CalendarInterval, 'span'>,
    Record<(typeof meanNames)[number], number | null>,
    Record<(typeof countNames)[number], number> {
  patients: number;
  /** Patients whose figures of that time are not kept. */
  unknown: number;
}

/** The most intervals of an answer: a year of weeks, or of months. */
const mostIntervals: Readonly<Record<IntervalSpan, number>> = { week: 53, month: 12 };

/** As in the summaries of patients: shares of time say something from a day of readings on. */
const leastMinutes = 1440;
/** The share of the time for which a sensor must be worn, for a glucose management indicator. */
const leastWear = 0.7;
/** The goal of time in range for most people: Battelino et al., Diabetes Care 2019. */
const goal = 0.7;

const minute = 60_000;

type Row = Record<(typeof meanNames)[number] | (typeof countNames)[number], unknown> & {
  clinicId: string;
  start: number | string;
};

/** From when on the intervals of how many patients are known; null if none are. */
interface Cover {
  clinicId: string;
  knownFrom: number | string | null;
  patients: number | string;
}

/** Statistics of the patients of clinics by week or month, from figures that are kept when their summaries are calculated. */
export class ClinicIntervalsService {
  constructor(private readonly database: Database) {}

  /** Throws when there are too many intervals. */
  check({ span, count }: ClinicIntervalsQuestion): void {
    const most = mostIntervals[span];
    if (count < 1 || count > most)
      throw badInput(`"count" must be from 1 to ${most} for intervals of a ${span}.`);
  }

  /**
   * The intervals of each clinic, oldest first; in the order of the questions. Two statements serve all clinics of which the
   * same is asked. For loaders. Throws when a question is not valid.
   */
  readonly ofClinics = async (questions: readonly ClinicIntervalsQuestion[]): Promise<ClinicInterval[][]> => {
    for (const question of questions) this.check(question);
    const alike = new Map<string, ClinicIntervalsQuestion[]>();
    for (const question of questions) {
      const { span, count, type } = question;
      const key = JSON.stringify([span, count, type]);
      alike.set(key, [...(alike.get(key) ?? []), question]);
    }
    const found = new Map<ClinicIntervalsQuestion, ClinicInterval[]>();
    await this.database.readAside(async (plain) => {
      for (const asked of alike.values())
        for (const [question, intervals] of await answer(plain, asked)) found.set(question, intervals);
    });
    return questions.map((question) => found.get(question) ?? []);
  };
}

/** The intervals of the clinics of these questions, which are alike but for the clinic. */
async function answer(
  plain: PlainReads,
  questions: readonly ClinicIntervalsQuestion[],
): Promise<Map<ClinicIntervalsQuestion, ClinicInterval[]>> {
  const [{ span, count, type }] = questions as [ClinicIntervalsQuestion];
  const present = now();
  const intervals = lastIntervals(span, count, present);
  const clinicIds = [...new Set(questions.map(({ clinicId }) => clinicId))];
  const covers = await readCovers(plain, type, clinicIds);
  const areAllKept = covers.every(({ knownFrom }) => knownFrom !== null);
  const rows = await readFigures(plain, { span, type, intervals, present, areAllKept }, clinicIds);
  return new Map(
    questions.map((question) => {
      const own = ({ clinicId }: { clinicId: string }) => clinicId === question.clinicId;
      const [ownCovers, byStart] = [
        covers.filter(own),
        new Map(rows.filter(own).map((row) => [Number(row.start), row])),
      ];
      return [
        question,
        intervals.map((interval) => toInterval(interval, ownCovers, byStart.get(interval.start))),
      ];
    }),
  );
}

/** Patients without a summary have no readings: that is known of any time. */
function readCovers(
  plain: PlainReads,
  type: PatientSummaryType,
  clinicIds: readonly string[],
): Promise<Cover[]> {
  return plain.rows<Cover>(
    `SELECT p.clinic_id AS clinicId, COUNT(*) AS patients, CASE WHEN s.user_id IS NULL THEN 0
        WHEN s.intervals_version = s.version THEN s.intervals_from END AS knownFrom
     FROM clinic_patients p LEFT JOIN summaries s ON s.user_id = p.user_id AND s.summary_type = ?
     WHERE p.clinic_id IN (${placeholders(clinicIds)})
     GROUP BY clinicId, knownFrom`,
    [type, ...clinicIds],
  );
}

/** What is read of patients. */
interface Asked {
  span: IntervalSpan;
  type: PatientSummaryType;
  intervals: readonly CalendarInterval[];
  present: number;
  /** Whether the stored figures of all patients are those of their summaries, which need not be read then. */
  areAllKept: boolean;
}

function readFigures(
  plain: PlainReads,
  { span, type, intervals, present, areAllKept }: Asked,
  clinicIds: readonly string[],
): Promise<Row[]> {
  const isMeasured = type === 'cgm' ? `i.minutes > ${leastMinutes}` : 'i.readings > 0';
  const wear = wearNeeded(intervals, present);
  const isWorn = type === 'cgm' ? `i.minutes > ${wear.sql}` : '0 = 1';
  const when = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;
  const means = shareNames.map((name) => `AVG(${when(isMeasured, `i.${shares[name]}`)}) AS ${name}`);
  const parameters = type === 'cgm' ? [...wear.parameters, ...wear.parameters] : [];
  const [oldest, newest] = [intervals[0]?.start, intervals.at(-1)?.start];
  const kept = `JOIN summaries s ON s.user_id = p.user_id AND s.summary_type = ? AND s.intervals_version = s.version`;
  return plain.rows<Row>(
    `SELECT p.clinic_id AS clinicId, i.start, COUNT(*) AS withData, COUNT(${when(isMeasured, '1')}) AS measured,
        COUNT(${when(`${isMeasured} AND i.in_target >= ${goal}`, '1')}) AS reachingGoal,
        COUNT(${when(isWorn, '1')}) AS withIndicator, AVG(${when(isWorn, 'i.indicator')}) AS glucoseManagementIndicator,
        AVG(${when(isMeasured, 'i.mean_glucose')}) AS averageGlucose, ${means.join(', ')}
     FROM clinic_patients p ${areAllKept ? '' : kept}
       JOIN summary_intervals i ON i.user_id = p.user_id AND i.summary_type = ? AND i.span = ?
         AND i.start BETWEEN ? AND ?
     WHERE p.clinic_id IN (${placeholders(clinicIds)})
     GROUP BY clinicId, i.start`,
    [...parameters, ...(areAllKept ? [] : [type]), type, span, oldest, newest, ...clinicIds],
  );
}

/** The minutes that a sensor must have been worn in an interval `i`; the present one counts up to now. Most are of one length. */
function wearNeeded(
  intervals: readonly CalendarInterval[],
  present: number,
): { sql: string; parameters: number[] } {
  const needed = intervals.map(({ start, end }) => ({
    start,
    minutes: (leastWear * (Math.min(end, present) - start)) / minute,
  }));
  const usual = needed[0]?.minutes ?? 0;
  const others = needed.filter(({ minutes }) => minutes !== usual);
  if (others.length === 0) return { sql: '?', parameters: [usual] };
  const parameters = others.flatMap(({ start, minutes }) => [start, minutes]);
  return {
    sql: `CASE i.start ${others.map(() => 'WHEN ? THEN ?').join(' ')} ELSE ? END`,
    parameters: [...parameters, usual],
  };
}

function toInterval(
  { start, end }: CalendarInterval,
  covers: readonly Cover[],
  row: Row | undefined,
): ClinicInterval {
  const count = (some: readonly Cover[]) => some.reduce((sum, { patients }) => sum + Number(patients), 0);
  const isUnknown = ({ knownFrom }: Cover) => knownFrom === null || Number(knownFrom) > start;
  const numberOrNull = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  return {
    ...{ start, end, patients: count(covers), unknown: count(covers.filter(isUnknown)) },
    ...(Object.fromEntries(countNames.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<
      (typeof countNames)[number],
      number
    >),
    ...(Object.fromEntries(meanNames.map((name) => [name, numberOrNull(row?.[name])])) as Record<
      (typeof meanNames)[number],
      number | null
    >),
  };
}
