import { now } from '../../platform/clock';
import type { PatientListQuestion } from '../patients/patient-list';
import type { PatientListService } from '../patients/patient-list.service';
import type { PatientPermission } from '../patients/patient-permission';
import type { Database } from '../../platform/database/database';
import { listItems } from '../../platform/list-part';
import type { PlainReads } from '../../platform/speed/plain-reads';
import { badInput } from '../../platform/errors';
import { LongWork } from '../../platform/long-work';
import type { GlucoseReader } from '../../records/data/glucose-reader.service';
import { startOfDay } from './kept-days';
import { RealtimeDays, sufficientDays } from './realtime-days';
import { schemaVersion } from './summary.entity';

/** Patients and time range of a report. */
export interface RealtimeQuestion {
  patients: PatientListQuestion;
  /** Milliseconds since the epoch, both inclusive. */
  startTime: number;
  endTime: number;
}

/** A patient of a report. */
export interface RealtimeEntry {
  userId: string;
  fullName: string;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
  mrn: string | null;
  /** Permissions of the clinic on the account. */
  permissions: PatientPermission[];
  realtimeDays: number;
  hasSufficientData: boolean;
}

interface DayRow {
  userId: string;
  day: number | string;
  /** Hours as bits, see `SummaryDayEntity`. */
  shownHours: number;
  timelyHours: number;
}

/** Maximum number of patients in a request. */
export const mostPatients = 1000;

/** Accounts per statement; bounds the rows in memory, since each account has up to 60 days. */
const accountsAtOnce = 500;

const hour = 3_600_000;
/** Older hours are not stored. */
const longestAgo = 60 * 24 * hour;

/** Reports of days with timely records of patients. */
export class RealtimeReportService {
  constructor(
    private readonly database: Database,
    private readonly patientList: PatientListService,
    private readonly reader: GlucoseReader,
  ) {}

  /** Throws when the times are invalid. */
  check({ startTime, endTime }: RealtimeQuestion): void {
    if (startTime > endTime) throw badInput('The start of the report is after its end.');
    const endOfHour = (Math.floor(now() / hour) + 1) * hour;
    if (startTime < endOfHour - longestAgo)
      throw badInput('The start of the report is more than 60 days before the end of the current hour.');
  }

  /**
   * Patients with enough such days in the requested order, then all others in reverse order, for each of the questions;
   * an error where there are more than `mostPatients`. For loaders. Throws when times are invalid.
   */
  readonly findMany = async (
    questions: readonly RealtimeQuestion[],
    signal?: AbortSignal,
  ): Promise<(RealtimeEntry[] | Error)[]> => {
    for (const question of questions) this.check(question);
    const pages = await this.patientList.pages(
      questions.map(({ patients }) => ({ ...patients, size: mostPatients + 1 })),
    );
    const found = questions.map((question, index) => {
      const page = pages[index] ?? [];
      const isTooLong = page.length > mostPatients;
      return {
        question,
        isTooLong,
        patients: isTooLong ? [] : listItems(page).map(({ patient }) => patient),
      };
    });
    const days = await this.listDays(found, new LongWork(signal));
    return found.map(({ question, isTooLong, patients }) =>
      isTooLong
        ? badInput(`The report has more than ${mostPatients} patients; ask for fewer of them.`)
        : inOrder(patients, days.get(rangeKey(question))),
    );
  };

  /** Days by account, for each range of time: most requests have a single one. */
  private async listDays(
    found: readonly { question: RealtimeQuestion; patients: readonly { userId: string }[] }[],
    work: LongWork,
  ): Promise<Map<string, Map<string, number>>> {
    const ranges = new Map<string, { question: RealtimeQuestion; userIds: Set<string> }>();
    for (const { question, patients } of found) {
      const range = ranges.get(rangeKey(question)) ?? { question, userIds: new Set() };
      ranges.set(rangeKey(question), range);
      for (const { userId } of patients) range.userIds.add(userId);
    }
    const days = new Map<string, Map<string, number>>();
    const { to } = this.reader.reach();
    await this.database.readAside(async (plain) => {
      for (const [name, { question, userIds }] of ranges) {
        // Hours further ahead may be stored already, but do not count yet.
        const reached = { ...question, endTime: Math.min(question.endTime, to) };
        days.set(name, await listDays(plain, [...userIds], reached, work));
      }
    });
    return days;
  }
}

const rangeKey = ({ startTime, endTime }: RealtimeQuestion): string => `${startTime} ${endTime}`;

function inOrder(
  patients: readonly Omit<RealtimeEntry, 'realtimeDays' | 'hasSufficientData'>[],
  days = new Map<string, number>(),
): RealtimeEntry[] {
  const entries = patients.map(({ userId, fullName, birthDate, mrn, permissions }) => {
    const realtimeDays = days.get(userId) ?? 0;
    const hasSufficientData = realtimeDays >= sufficientDays;
    // An unknown birthday is stored as an empty text.
    const known = birthDate || null;
    return { userId, fullName, birthDate: known, mrn, permissions, realtimeDays, hasSufficientData };
  });
  const enough = entries.filter(({ hasSufficientData }) => hasSufficientData);
  const others = entries.filter(({ hasSufficientData }) => !hasSufficientData);
  return [...enough, ...others.reverse()];
}

/** Days by account; accounts without continuous records are absent. */
async function listDays(
  plain: PlainReads,
  userIds: readonly string[],
  question: RealtimeQuestion,
  work: LongWork,
): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  for (let start = 0; start < userIds.length; start += accountsAtOnce) {
    const some = userIds.slice(start, start + accountsAtOnce);
    const counted = await earlierDays(plain, some, question);
    await addDays(plain, some, question, counted, work);
    for (const [userId, { count }] of counted) days.set(userId, count);
    await work.pause();
  }
  return days;
}

function counterFor(counted: Map<string, RealtimeDays>, userId: string): RealtimeDays {
  let days = counted.get(userId);
  if (!days) counted.set(userId, (days = new RealtimeDays()));
  return days;
}

/** Rows that are counted at once. */
const rowsAtOnce = 500;

/** Adds the stored days, newest first. */
async function addDays(
  plain: PlainReads,
  userIds: readonly string[],
  question: RealtimeQuestion,
  counted: Map<string, RealtimeDays>,
  work: LongWork,
): Promise<void> {
  const rows = await plain.rows<DayRow>(
    `SELECT d.user_id AS userId, d.day, d.shown_hours AS shownHours, d.timely_hours AS timelyHours
     FROM summary_days d JOIN summaries s ON s.user_id = d.user_id AND s.summary_type = d.summary_type
     WHERE d.user_id IN (${userIds.map(() => '?').join(', ')}) AND d.summary_type = 'con' AND d.day BETWEEN ? AND ? AND s.schema_version = ?
     ORDER BY d.user_id, d.day DESC`,
    [...userIds, startOfDay(question.startTime), question.endTime, schemaVersion],
  );
  for (const [index, { userId, day, shownHours, timelyHours }] of rows.entries()) {
    counterFor(counted, userId).addDay(Number(day), shownHours, timelyHours, question);
    if (index % rowsAtOnce === rowsAtOnce - 1) await work.pause();
  }
}

/** The days of accounts whose summaries an earlier release has calculated. */
async function earlierDays(
  plain: PlainReads,
  userIds: readonly string[],
  { startTime, endTime }: Pick<RealtimeQuestion, 'startTime' | 'endTime'>,
): Promise<Map<string, RealtimeDays>> {
  // Hours whose records were all deleted are stored without `continuous`.
  const realtime = `JSON_EXTRACT(b.content, '$.continuous.realtime')`;
  const rows = await plain.rows<{ userId: string; hour: number | string; realtime: number | string }>(
    `SELECT b.user_id AS userId, b.hour, ${realtime} AS realtime
     FROM summary_buckets b JOIN summaries s ON s.user_id = b.user_id AND s.summary_type = b.summary_type
     WHERE b.user_id IN (${userIds.map(() => '?').join(', ')}) AND b.summary_type = 'con'
       AND b.hour BETWEEN ? AND ? AND s.schema_version < ? AND ${realtime} IS NOT NULL
     ORDER BY b.user_id, b.hour DESC`,
    [...userIds, startTime, endTime, schemaVersion],
  );
  const counted = new Map<string, RealtimeDays>();
  for (const row of rows) counterFor(counted, row.userId).addHour(Number(row.hour), Number(row.realtime) > 0);
  return counted;
}
