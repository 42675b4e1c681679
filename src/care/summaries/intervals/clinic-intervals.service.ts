import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { badInput } from '../../../platform/errors';
import type { PlainReads } from '../../../platform/speed/plain-reads';
import {
  chooseGrouping,
  compareGroups,
  type PatientGroup,
  type PatientGrouping,
} from '../../patients/patient-grouping';
import type { PatientSummaryType } from '../patient-stats';
import { lastIntervals, type CalendarInterval, type IntervalSpan } from './calendar-intervals';
import {
  countNames,
  meanNames,
  readIntervals,
  type Count,
  type Cover,
  type IntervalRow,
  type IntervalRows,
  type Mean,
} from './read-intervals';

/** Which intervals of a clinic. */
export interface ClinicIntervalsQuestion {
  clinicId: string;
  span: IntervalSpan;
  /** How many, up to the present one. */
  count: number;
  type: PatientSummaryType;
  /** What else to group the patients by. */
  by?: PatientGrouping;
}

/** How some patients did in an interval. Each of them counts once; means are null without anybody to count. */
interface IntervalStatistics extends Record<Mean, number | null>, Record<Count, number> {
  patients: number;
  /** Patients whose figures of that time are not kept. */
  unknown: number;
}

/** How a group of patients did in an interval. */
export interface GroupInterval extends IntervalStatistics, PatientGroup {}

/** How the patients of a clinic did in an interval. */
export interface ClinicInterval extends IntervalStatistics, Omit<CalendarInterval, 'span'> {
  /** All groups, largest first, patients without the label last; null unless they are asked for. */
  groups: GroupInterval[] | null;
}

/** The most intervals of an answer: a year of weeks, or of months. */
const mostIntervals: Readonly<Record<IntervalSpan, number>> = { week: 53, month: 12 };

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
   * same is asked, and two more their groups. For loaders. Throws when a question is not valid.
   */
  readonly ofClinics = async (questions: readonly ClinicIntervalsQuestion[]): Promise<ClinicInterval[][]> => {
    for (const question of questions) this.check(question);
    const alike = new Map<string, ClinicIntervalsQuestion[]>();
    for (const question of questions) {
      const { span, count, type, by } = question;
      const key = JSON.stringify([span, count, type, by]);
      alike.set(key, [...(alike.get(key) ?? []), question]);
    }
    const found = new Map<ClinicIntervalsQuestion, ClinicInterval[]>();
    await this.database.readAside(async (plain) => {
      for (const asked of alike.values())
        for (const [question, intervals] of await this.answer(plain, asked)) found.set(question, intervals);
    });
    return questions.map((question) => found.get(question) ?? []);
  };

  /** The intervals of the clinics of these questions, which are alike but for the clinic. */
  private async answer(
    plain: PlainReads,
    questions: readonly ClinicIntervalsQuestion[],
  ): Promise<Map<ClinicIntervalsQuestion, ClinicInterval[]>> {
    const [{ span, count, type, by }] = questions as [ClinicIntervalsQuestion];
    const present = now();
    const intervals = lastIntervals(span, count, present);
    const clinicIds = [...new Set(questions.map(({ clinicId }) => clinicId))];
    const asked = { span, type, intervals, present, clinicIds };
    const whole = await readIntervals(plain, asked);
    const grouping = by && chooseGrouping(by, this.database.dialect);
    const grouped = grouping && (await readIntervals(plain, { ...asked, grouping }));
    return new Map(
      questions.map((question) => {
        const [all] = splitGroups(whole, question.clinicId);
        const groups = grouped && splitGroups(grouped, question.clinicId);
        const answered = intervals.map(({ start, end }): ClinicInterval => ({
          ...{ start, end, ...toStatistics(start, all) },
          groups:
            groups?.map((group) => ({
              ...{ groupId: group.groupId, name: group.name },
              ...toStatistics(start, group),
            })) ?? null,
        }));
        return [question, answered];
      }),
    );
  }
}

/** What was read of a group. */
interface ReadGroup extends PatientGroup {
  covers: Cover[];
  rows: Map<number, IntervalRow>;
}

/** The groups of a clinic, in order; one if patients were not grouped, none without patients. */
function splitGroups({ covers, rows }: IntervalRows, clinicId: string): ReadGroup[] {
  const groups = new Map<string | null, ReadGroup>();
  for (const cover of covers) {
    if (cover.clinicId !== clinicId) continue;
    const { groupId = null, name = null } = cover;
    const group: ReadGroup = groups.get(groupId) ?? {
      groupId,
      name,
      patients: 0,
      covers: [],
      rows: new Map(),
    };
    group.patients += Number(cover.patients);
    group.covers.push(cover);
    groups.set(groupId, group);
  }
  // Another statement has found the groups: one that is new since then is left out.
  for (const row of rows)
    if (row.clinicId === clinicId) groups.get(row.groupId ?? null)?.rows.set(Number(row.start), row);
  return [...groups.values()].sort(compareGroups);
}

function toStatistics(start: number, group?: ReadGroup): IntervalStatistics {
  const row = group?.rows.get(start);
  const isUnknown = ({ knownFrom }: Cover) => knownFrom === null || Number(knownFrom) > start;
  const unknown = (group?.covers ?? []).filter(isUnknown);
  const numberOrNull = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  return {
    patients: group?.patients ?? 0,
    unknown: unknown.reduce((sum, { patients }) => sum + Number(patients), 0),
    ...(Object.fromEntries(countNames.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<
      Count,
      number
    >),
    ...(Object.fromEntries(meanNames.map((name) => [name, numberOrNull(row?.[name])])) as Record<
      Mean,
      number | null
    >),
  };
}
