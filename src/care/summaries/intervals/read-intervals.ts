import { placeholders } from '../../../platform/database/placeholders';
import type { PlainReads } from '../../../platform/speed/plain-reads';
import { glucosePending } from '../../../records/data/glucose-reader.service';
import type { Grouping } from '../../patients/patient-grouping';
import { rowOpensSummary } from '../../patients/patient-summary.service';
import type { PatientSummaryType } from '../patient-stats';
import type { CalendarInterval, IntervalSpan } from './calendar-intervals';

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

export const meanNames = [...shareNames, 'averageGlucose', 'glucoseManagementIndicator'] as const;

export const countNames = ['withData', 'measured', 'reachingGoal', 'withIndicator'] as const;

/** A mean over patients. */
export type Mean = (typeof meanNames)[number];

/** A number of patients. */
export type Count = (typeof countNames)[number];

/** As in the summaries of patients: shares of time say something from a day of readings on. */
const leastMinutes = 1440;
/** The share of the time for which a sensor must be worn, for a glucose management indicator. */
const leastWear = 0.7;
/** The goal of time in range for most people: Battelino et al., Diabetes Care 2019. */
const goal = 0.7;

const minute = 60_000;

/** Patients of a clinic; if they are grouped, those of a group. */
interface SomePatients {
  clinicId: string;
  groupId?: string | null;
}

/** The figures of some patients in an interval. */
export type IntervalRow = SomePatients & { start: number | string } & Record<Mean | Count, unknown>;

/** From when on the intervals of how many patients are known; null if none are. */
export interface Cover extends SomePatients {
  /** Name of the group, if it has one. */
  name?: string | null;
  knownFrom: number | string | null;
  patients: number | string;
}

/** All that is known of the patients of some clinics. */
export interface IntervalRows {
  covers: Cover[];
  rows: IntervalRow[];
}

/** What is read of patients. */
interface Asked {
  span: IntervalSpan;
  type: PatientSummaryType;
  intervals: readonly CalendarInterval[];
  present: number;
  clinicIds: readonly string[];
  /** How to group patients; all of a clinic together if absent. */
  grouping?: Grouping;
}

/** Reads the figures of some clinics, or of groups of their patients, with two statements. */
export async function readIntervals(plain: PlainReads, asked: Asked): Promise<IntervalRows> {
  const covers = await readCovers(plain, asked);
  const areAllKept = covers.every(({ knownFrom }) => knownFrom !== null);
  return { covers, rows: await readFigures(plain, asked, areAllKept) };
}

/**
 * Patients without a summary have no readings: that is known of any time, unless the first one has yet to be calculated. Those
 * whose data the clinic may not view count as patients without readings. A summary is read once, whatever its groups.
 */
function readCovers(plain: PlainReads, { type, clinicIds, grouping }: Asked): Promise<Cover[]> {
  const columns = grouping ? `, ${grouping.id} AS groupId, ${grouping.name} AS name` : '';
  const pending = glucosePending('p.user_id', type);
  return plain.rows<Cover>(
    `SELECT p.clinic_id AS clinicId${columns}, COUNT(*) AS patients,
        CASE WHEN NOT ${rowOpensSummary('p')} OR (s.user_id IS NULL AND NOT ${pending.sql}) THEN 0
          WHEN s.intervals_version = s.version THEN s.intervals_from END AS knownFrom
     FROM clinic_patients p LEFT JOIN summaries s ON s.user_id = p.user_id AND s.summary_type = ?
       ${grouping ? `${grouping.members} ${grouping.names}` : ''}
     WHERE p.clinic_id IN (${placeholders(clinicIds)})
     GROUP BY clinicId${grouping ? ', groupId, name' : ''}, knownFrom`,
    [...pending.parameters, type, ...clinicIds],
  );
}

/** @param areAllKept whether the stored figures of all patients are those of their summaries, which need not be read then */
function readFigures(
  plain: PlainReads,
  { span, type, intervals, present, clinicIds, grouping }: Asked,
  areAllKept: boolean,
): Promise<IntervalRow[]> {
  const isMeasured = type === 'cgm' ? `i.minutes > ${leastMinutes}` : 'i.readings > 0';
  const wear = wearNeeded(intervals, present);
  const isWorn = type === 'cgm' ? `i.minutes > ${wear.sql}` : '0 = 1';
  const when = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;
  const means = shareNames.map((name) => `AVG(${when(isMeasured, `i.${shares[name]}`)}) AS ${name}`);
  const parameters = type === 'cgm' ? [...wear.parameters, ...wear.parameters] : [];
  const [oldest, newest] = [intervals[0]?.start, intervals.at(-1)?.start];
  const kept = `JOIN summaries s ON s.user_id = p.user_id AND s.summary_type = ? AND s.intervals_version = s.version`;
  return plain.rows<IntervalRow>(
    `SELECT p.clinic_id AS clinicId${grouping ? `, ${grouping.id} AS groupId` : ''}, i.start, COUNT(*) AS withData,
        COUNT(${when(isMeasured, '1')}) AS measured,
        COUNT(${when(`${isMeasured} AND i.in_target >= ${goal}`, '1')}) AS reachingGoal,
        COUNT(${when(isWorn, '1')}) AS withIndicator, AVG(${when(isWorn, 'i.indicator')}) AS glucoseManagementIndicator,
        AVG(${when(isMeasured, 'i.mean_glucose')}) AS averageGlucose, ${means.join(', ')}
     FROM clinic_patients p ${grouping?.members ?? ''} ${areAllKept ? '' : kept}
       JOIN summary_intervals i ON i.user_id = p.user_id AND i.summary_type = ? AND i.span = ?
         AND i.start BETWEEN ? AND ?
     WHERE p.clinic_id IN (${placeholders(clinicIds)}) AND ${rowOpensSummary('p')}
     GROUP BY clinicId${grouping ? ', groupId' : ''}, i.start`,
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
