import type { RecordFieldsFragment } from '@glycograph/client/operations';

/** A record of the day, of any type. */
export type DayRecord = RecordFieldsFragment;

type Annotations = DayRecord['annotations'];

/** Whether a reading is beyond what the sensor measures, which then tells only its limit. */
export type BeyondSensor = 'low' | 'high';

/** Reads from technical notes whether a value is only the limit of the sensor. */
export function beyondSensor(annotations: Annotations): BeyondSensor | null {
  const note = annotations?.find(({ code }) => code === 'bg/out-of-range');
  if (note?.raw.value === 'low') return 'low';
  return note?.raw.value === 'high' ? 'high' : null;
}

/** The text of such a reading, such as `below 40 mg/dL`. */
export const beyondSensorText = (side: BeyondSensor, amount: string): string =>
  `${side === 'low' ? 'below' : 'above'} ${amount}`;

/** A glucose reading in mmol/L. */
export interface Reading {
  id: string;
  time: number;
  mmolL: number;
  beyond: BeyondSensor | null;
  isFingerstick: boolean;
}

/** A bolus with the insulin that was delivered, in units. Milliseconds. */
export interface BolusDose {
  id: string;
  time: number;
  /** Null if the device did not tell. */
  amount: number | null;
  kind: string;
  /** Whether a closed loop decided on it. */
  isAutomated: boolean;
  /** The part that was delivered slowly. */
  extended: number | null;
  /** How long that took. */
  duration: number | null;
}

/** Basal insulin at one rate. Milliseconds. */
export interface BasalRate {
  from: number;
  to: number;
  /** Units per hour; 0 while delivery is suspended, null if the device did not tell. */
  rate: number | null;
  kind: string;
}

/** Food or a bolus calculation with carbohydrate, in grams. */
export interface CarbEntry {
  id: string;
  time: number;
  amount: number | null;
  name: string;
  isCalculation: boolean;
}

/** Something else that a person did. */
export interface OtherEntry {
  id: string;
  time: number;
  text: string;
}

/** What happened on a day, each list in the order of time. */
export interface DayEvents {
  readings: Reading[];
  boluses: BolusDose[];
  basals: BasalRate[];
  carbs: CarbEntry[];
  others: OtherEntry[];
}

const bolusKinds: Record<string, string> = {
  NormalBolus: 'Bolus',
  ExtendedBolus: 'Extended bolus',
  CombinationBolus: 'Combination bolus',
  AutomatedBolus: 'Automated bolus',
};

const basalKinds: Record<string, string> = {
  ScheduledBasal: 'Scheduled',
  AutomatedBasal: 'Automated',
  TemporaryBasal: 'Temporary',
  SuspendedBasal: 'Suspended',
};

const at = ({ time }: { time: string }): number => new Date(time).getTime();
const byTime = (one: { time: number }, other: { time: number }): number => one.time - other.time;

const isGrams = (units: string | null | undefined): boolean => units === 'GRAMS';

function toReading(record: DayRecord): Reading[] {
  if (record.__typename !== 'ContinuousGlucose' && record.__typename !== 'SelfMonitoredGlucose') return [];
  if (record.value == null) return [];
  return [
    {
      id: record.id,
      time: at(record),
      mmolL: record.value,
      beyond: beyondSensor(record.annotations),
      isFingerstick: record.__typename === 'SelfMonitoredGlucose',
    },
  ];
}

function toBolus(record: DayRecord): BolusDose[] {
  switch (record.__typename) {
    case 'NormalBolus':
    case 'AutomatedBolus':
      return [{ ...bolusBase(record), extended: null, duration: null }];
    case 'ExtendedBolus':
    case 'CombinationBolus':
      return [{ ...bolusBase(record), extended: record.extended, duration: record.duration }];
    default:
      return [];
  }
}

const bolusBase = (record: {
  id: string;
  time: string;
  __typename: string;
  insulinAmount: number | null;
}) => ({
  id: record.id,
  time: at(record),
  amount: record.insulinAmount,
  kind: bolusKinds[record.__typename] ?? 'Bolus',
  isAutomated: record.__typename === 'AutomatedBolus',
});

function toCarbs(record: DayRecord): CarbEntry[] {
  if (record.__typename === 'Food') {
    const carbohydrate = record.nutrition?.carbohydrate;
    const amount = isGrams(carbohydrate?.units) ? (carbohydrate?.net ?? carbohydrate?.total ?? null) : null;
    return [{ id: record.id, time: at(record), amount, name: record.name ?? 'Food', isCalculation: false }];
  }
  if (record.__typename !== 'BolusCalculation' || record.carbInput == null) return [];
  const amount = isGrams(record.carbUnits) ? record.carbInput : null;
  return [{ id: record.id, time: at(record), amount, name: 'Bolus calculator', isCalculation: true }];
}

function toOthers(record: DayRecord): OtherEntry[] {
  const entry = (text: string): OtherEntry[] => [{ id: record.id, time: at(record), text }];
  switch (record.__typename) {
    case 'Insulin': {
      const { dose, formulation } = record;
      const name = formulation?.simple?.brand ?? formulation?.name ?? 'Insulin';
      return entry(
        dose?.total == null || dose.units !== 'UNITS'
          ? `${name}: amount unknown`
          : `${name}: ${dose.total} U`,
      );
    }
    case 'PhysicalActivity':
      return entry(`Activity: ${record.name ?? record.activityTypeOther ?? 'unnamed'}`);
    case 'ReportedState':
      return (record.states ?? []).length === 0
        ? []
        : entry((record.states ?? []).map(({ state, stateOther }) => stateOther ?? state ?? '').join(', '));
    default:
      return [];
  }
}

type BasalRecord = Extract<DayRecord, { rate: number | null }>;

const isBasal = (record: DayRecord): record is BasalRecord => record.__typename in basalKinds;

/** Basal delivery within the day. A rate ends when the next begins, whatever it was planned for. */
function toBasals(records: readonly DayRecord[], from: number, to: number): BasalRate[] {
  const basals = records.filter(isBasal).toSorted((one, other) => at(one) - at(other));
  return basals.flatMap((record, index) => {
    const next = basals[index + 1];
    const start = at(record);
    const planned = record.duration == null ? Number.POSITIVE_INFINITY : start + record.duration;
    const end = Math.min(planned, next ? at(next) : to, to);
    if (end <= from || start >= to || end <= start) return [];
    const isEndKnown = record.duration != null || next !== undefined;
    const told = record.__typename === 'SuspendedBasal' ? 0 : record.rate;
    const kind = basalKinds[record.__typename] ?? 'Basal';
    return [{ from: Math.max(start, from), to: end, rate: isEndKnown ? told : null, kind }];
  });
}

/**
 * Sorts the records of a day by what they are.
 *
 * @param records those of the day
 * @param basals basal deliveries that begin on the day or some hours before it
 * @param from start of the day, in milliseconds
 * @param to its end, or now on the present day
 */
export function toDayEvents(
  records: readonly DayRecord[],
  basals: readonly DayRecord[],
  from: number,
  to: number,
): DayEvents {
  return {
    readings: records.flatMap(toReading).sort(byTime),
    boluses: records.flatMap(toBolus).sort(byTime),
    basals: toBasals(basals, from, to),
    carbs: records.flatMap(toCarbs).sort(byTime),
    others: records.flatMap(toOthers).sort(byTime),
  };
}

const hourMs = 3_600_000;

/** The sum of amounts; null if there is none, or if one is unknown, because the sum would be too low. */
export function sum(amounts: readonly (number | null)[]): number | null {
  if (amounts.length === 0) return null;
  return amounts.reduce((total, amount) => (total === null || amount === null ? null : total + amount), 0);
}

/** Totals of a day: insulin in units, carbohydrate of food in grams. Null if unknown. */
export interface DayTotals {
  bolus: number | null;
  basal: number | null;
  carbs: number | null;
}

/** Adds up the insulin and the food of a day. Carbohydrate of bolus calculations is that of the food once more. */
export const toTotals = ({ boluses, basals, carbs }: DayEvents): DayTotals => ({
  bolus: sum(boluses.map(({ amount }) => amount)),
  basal: sum(basals.map(({ from, to, rate }) => (rate === null ? null : (rate * (to - from)) / hourMs))),
  carbs: sum(carbs.filter(({ isCalculation }) => !isCalculation).map(({ amount }) => amount)),
});
