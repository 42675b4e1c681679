import { parseInstant } from '../../../src/platform/validation/values/calendar';
import type { SummaryStats } from '../../../src/care/patients/patient-summary.entity';
import {
  flagName,
  summaryPeriods,
  zeroWithoutReadings,
  type SummaryPeriod,
  type SummaryType,
} from '../../../src/care/patients/summary-fields';
import {
  PatientGlucoseRange,
  PatientPeriod,
  PatientPeriodDelta,
  PatientSummary,
  type PatientGlucoseFigures,
} from './patient-summary.types';
import { SummaryConfig, SummaryDates } from './summaries.types';

type Stored = Readonly<Record<string, unknown>>;

/** Reads a figure by its stored name; null if there is none. */
type Read = (name: string) => number | null;

const readNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A figure whose flag denies it is absent; flags of counts only say that they are not zero. */
function readFigure(stored: Stored, name: string): number | null {
  const isDenied = !/(Minutes|Records)$/.test(name) && stored[flagName(name)] === false;
  return isDenied ? null : readNumber(stored[name]);
}

const readRange = (read: Read, range: string): PatientGlucoseRange =>
  Object.assign(new PatientGlucoseRange(), {
    percent: read(`timeIn${range}Percent`),
    minutes: read(`timeIn${range}Minutes`),
    records: read(`timeIn${range}Records`),
  });

function toFigures<Figures extends PatientGlucoseFigures>(type: new () => Figures, read: Read): Figures {
  return Object.assign(new type(), {
    total: Object.assign(new PatientGlucoseRange(), {
      percent: read('timeCGMUsePercent'),
      minutes: read('timeCGMUseMinutes'),
      records: read('totalRecords'),
    }),
    inVeryLow: readRange(read, 'VeryLow'),
    inLow: readRange(read, 'Low'),
    inTarget: readRange(read, 'Target'),
    inHigh: readRange(read, 'High'),
    inVeryHigh: readRange(read, 'VeryHigh'),
    inExtremeHigh: readRange(read, 'ExtremeHigh'),
    inAnyLow: readRange(read, 'AnyLow'),
    inAnyHigh: readRange(read, 'AnyHigh'),
    hoursWithData: read('hoursWithData'),
    daysWithData: read('daysWithData'),
    averageGlucose: read('averageGlucoseMmol'),
    glucoseManagementIndicator: read('glucoseManagementIndicator'),
    standardDeviation: read('standardDeviation'),
    coefficientOfVariation: read('coefficientOfVariation'),
    averageDailyRecords: read('averageDailyRecords'),
    min: read('min'),
    max: read('max'),
  });
}

function toPeriod(length: SummaryPeriod, stored: Stored): PatientPeriod {
  const isEmpty = stored.totalRecords === 0;
  const read: Read = (name) => (isEmpty && zeroWithoutReadings.has(name) ? null : readFigure(stored, name));
  // The mean has a change exactly where both periods have readings; of those without, zeros were subtracted.
  const isComparable = typeof stored.averageGlucoseMmolDelta === 'number';
  const delta = toFigures(PatientPeriodDelta, (name) =>
    isComparable || !zeroWithoutReadings.has(name) ? readNumber(stored[`${name}Delta`]) : null,
  );
  return Object.assign(toFigures(PatientPeriod, read), { length, delta });
}

function toDates(stored: Stored = {}): SummaryDates {
  const readDate = (name: string) => {
    const value = stored[name];
    return typeof value === 'string' && stored[flagName(name)] !== false
      ? (parseInstant(value) ?? null)
      : null;
  };
  const readTexts = (name: string) => (stored[name] ?? []) as string[];
  return Object.assign(new SummaryDates(), {
    lastUpdatedDate: readDate('lastUpdatedDate'),
    lastUpdatedReason: readTexts('lastUpdatedReason'),
    firstData: readDate('firstData'),
    lastData: readDate('lastData'),
    lastUploadDate: readDate('lastUploadDate'),
    outdatedSince: readDate('outdatedSince'),
    outdatedReason: readTexts('outdatedReason'),
  });
}

/** Maps a clinic's copy of a summary to its GraphQL type, with one of its periods or all. */
export function toPatientSummary(
  { id = '', config, dates, periods = {} }: SummaryStats,
  type: SummaryType,
  period?: SummaryPeriod,
): PatientSummary {
  const asked = period ? [period] : summaryPeriods;
  return Object.assign(new PatientSummary(), {
    id: id || null,
    type,
    config: config ? Object.assign(new SummaryConfig(), config) : null,
    dates: toDates(dates),
    periods: asked.flatMap((length) => {
      const stored = periods[length];
      return stored ? [toPeriod(length, stored)] : [];
    }),
  });
}
