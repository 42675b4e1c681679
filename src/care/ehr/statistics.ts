import { isoTime } from '../../platform/clock';
import type { PatientSummary, SummaryStats } from '../patients/patient-summary.entity';
import type { EhrSettings } from '../clinics/settings/ehr-settings';

/** A figure in the form for health record systems. */
export interface Observation {
  code: string;
  value: string;
  valueType: 'Numeric' | 'DateTime';
  /** Empty for plain numbers and dates. */
  units: string;
  /** The end of the period, RFC 3339. */
  time: string;
}

/** The figures of sensors or of meters in the form for people. */
export interface FigureTable {
  title: string;
  /** The end of the 14 days, RFC 3339. */
  lastData: string;
  figures: { label: string; value: string; units: string }[];
}

/** Milligrams per deciliter in one millimole per liter of glucose. */
const mgPerDlInMmolPerL = 18.01559;

const period = '14d';
const lengthOfPeriod = 14 * 24 * 3_600_000;

type Unit = 'percent' | 'glucose' | 'number' | 'day' | 'hour';

/** A figure of the period; `digits` is the number of decimals according to the iCoDE standard. */
interface Figure {
  /** A code that existing mappings of health record systems know; an asterisk stands for the source of the readings. */
  code: string;
  /**
   * Display name. `amount` formats a glucose value in mmol/L in the preferred units. Absent for figures that only
   * systems get.
   */
  label?: (amount: (mmolL: number) => string) => string;
  field: string;
  unit: Unit;
  digits: 'one' | 'two' | 'whole';
  /** The fraction is multiplied by 100. */
  isShare?: boolean;
  /** A count, without decimals. */
  isCount?: boolean;
  /** Without the iCoDE standard, systems get the fraction itself: a number without a unit. */
  isPlainShare?: boolean;
  /** Not in the iCoDE standard: systems get four decimals even if the standard is on. */
  isUnknownToStandard?: boolean;
}

const share = (
  code: string,
  field: string,
  label: Figure['label'],
  digits: Figure['digits'] = 'whole',
): Figure => ({
  code,
  label,
  field,
  unit: 'percent',
  digits,
  isShare: true,
});

const glucose = (
  code: string,
  field: string,
  digits: Figure['digits'] = 'whole',
  label?: Figure['label'],
): Figure => ({
  code,
  label,
  field,
  unit: 'glucose',
  digits,
});

const count = (code: string, field: string, unit: Unit = 'number'): Figure => ({
  code,
  field,
  unit,
  digits: 'whole',
  isCount: true,
});

const common: readonly Figure[] = [
  glucose('AVERAGE_*', 'averageGlucoseMmol', 'whole', () => 'Average glucose'),
  glucose('STANDARD_DEVIATION_*', 'standardDeviation', 'one', () => 'Standard deviation'),
  {
    ...share('COEFFICIENT_OF_VARIATION_*', 'coefficientOfVariation', () => 'Coefficient of variation', 'one'),
    isPlainShare: true,
  },
  share('TIME_BELOW_RANGE_VERY_LOW_*', 'timeInVeryLowPercent', (at) => `Very low: below ${at(3)}`),
  share('TIME_BELOW_RANGE_LOW_*', 'timeInLowPercent', (at) => `Low: ${at(3)} to ${at(3.9)}`),
  share('TIME_IN_RANGE_*', 'timeInTargetPercent', (at) => `In target: ${at(3.9)} to ${at(10)}`),
  share('TIME_ABOVE_RANGE_HIGH_*', 'timeInHighPercent', (at) => `High: ${at(10)} to ${at(13.9)}`),
  share('TIME_ABOVE_RANGE_VERY_HIGH_*', 'timeInVeryHighPercent', (at) => `Very high: above ${at(13.9)}`),
  count('DAYS_WITH_DATA_*', 'daysWithData', 'day'),
];

/** Code of the glucose management indicator. */
export const gmiCode = 'GLUCOSE_MANAGEMENT_INDICATOR';

/** Source of the readings, as it appears in codes. */
type Kind = 'CGM' | 'SMBG';

const figures: Readonly<Record<Kind, readonly Figure[]>> = {
  CGM: [
    {
      code: gmiCode,
      label: () => 'Glucose management indicator',
      field: 'glucoseManagementIndicator',
      unit: 'percent',
      digits: 'one',
    },
    share('ACTIVE_WEAR_TIME_*', 'timeCGMUsePercent', () => 'Sensor worn', 'two'),
    ...common,
    count('HOURS_WITH_DATA_*', 'hoursWithData', 'hour'),
  ],
  SMBG: [
    {
      code: 'CHECK_RATE_READINGS_DAY_*',
      label: () => 'Readings a day',
      field: 'averageDailyRecords',
      unit: 'number',
      digits: 'one',
      isUnknownToStandard: true,
    },
    ...common,
    glucose('MIN_*', 'min'),
    glucose('MAX_*', 'max'),
    count('TOTAL_READING_COUNT_*', 'totalRecords'),
    count('READINGS_BELOW_RANGE_VERY_LOW_*', 'timeInVeryLowRecords'),
    count('READINGS_ABOVE_RANGE_VERY_HIGH_*', 'timeInVeryHighRecords'),
  ],
};

const titles: Readonly<Record<Kind, string>> = { CGM: 'Sensor readings', SMBG: 'Meter readings' };

/** Percentages below one keep a decimal, so that they do not become zero. */
function chooseDigits({ digits, unit, isCount }: Figure, value: number, isMgPerDl: boolean): number {
  if (isCount) return 0;
  if (digits === 'two') return 2;
  if (digits === 'one') return 1;
  if (unit === 'glucose') return isMgPerDl ? 0 : 1;
  return value < 1 ? 1 : 0;
}

interface Value {
  figure: Figure;
  /** Converted but not rounded. */
  value: number;
  units: string;
}

/** The values of statistics; null if the statistics have no dates. */
function readValues(kind: Kind, stats: SummaryStats | undefined, isMgPerDl: boolean) {
  const { lastUpdatedDate, lastData } = stats?.dates ?? {};
  const stored = stats?.periods?.[period];
  if (!stored || !lastUpdatedDate || typeof lastData !== 'string') return null;
  const values = figures[kind].flatMap((figure): Value[] => {
    const amount = stored[figure.field];
    if (typeof amount !== 'number' || !Number.isFinite(amount)) return [];
    const isConverted = figure.unit === 'glucose' && isMgPerDl;
    const value = amount * (figure.isShare ? 100 : 1) * (isConverted ? mgPerDlInMmolPerL : 1);
    const glucoseUnits = isMgPerDl ? 'mg/dL' : 'mmol/L';
    const units = { percent: '%', glucose: glucoseUnits, number: '', day: 'day', hour: 'hour' }[figure.unit];
    return [{ figure, value, units }];
  });
  return { lastData, values };
}

const statsByKind = (summary: PatientSummary | null): [Kind, SummaryStats | undefined][] => [
  ['CGM', summary?.cgmStats],
  ['SMBG', summary?.bgmStats],
];

/** Start and end of the period, by which systems distinguish reports. */
function reportingPeriod(kind: Kind, stats: SummaryStats | undefined, lastData: string): Observation[] {
  const end = Date.parse(lastData);
  const start = end - lengthOfPeriod;
  const { firstData } = stats?.dates ?? {};
  const first = typeof firstData === 'string' ? Math.max(Date.parse(firstData), start) : NaN;
  return [
    { code: `REPORTING_PERIOD_START_${kind}`, at: start },
    { code: `REPORTING_PERIOD_END_${kind}`, at: end },
    { code: `REPORTING_PERIOD_START_${kind}_DATA`, at: first },
  ].flatMap(({ code, at }): Observation[] =>
    Number.isNaN(at) ? [] : [{ code, value: isoTime(at), valueType: 'DateTime', units: '', time: lastData }],
  );
}

/** A figure for a system: rounded according to the iCoDE standard, or to four decimals. */
function formatValue({ figure, value, units }: Value, icode: boolean, isMgPerDl: boolean) {
  if ((icode && !figure.isUnknownToStandard) || figure.isCount)
    return { value: value.toFixed(chooseDigits(figure, value, isMgPerDl)), units };
  return figure.isPlainShare
    ? { value: (value / 100).toFixed(4), units: '' }
    : { value: value.toFixed(4), units };
}

/** The figures of the last 14 days, in the clinic's preferred units. Empty for statistics without dates. */
export function toObservations(
  summary: PatientSummary | null,
  { flowsheets }: Pick<EhrSettings, 'flowsheets'>,
  units: string,
): Observation[] {
  const isMgPerDl = units === 'mg/dL';
  return statsByKind(summary).flatMap(([kind, stats]) => {
    const { lastData = '', values = [] } = readValues(kind, stats, isMgPerDl) ?? {};
    if (values.length === 0) return [];
    return [
      ...reportingPeriod(kind, stats, lastData),
      ...values.map((value): Observation => ({
        code: value.figure.code.replace('*', kind),
        ...formatValue(value, flowsheets.icode, isMgPerDl),
        valueType: 'Numeric',
        time: lastData,
      })),
    ];
  });
}

/** The same for people: rounded according to the iCoDE standard. */
export function toFigureTables(summary: PatientSummary | null, units: string): FigureTable[] {
  const isMgPerDl = units === 'mg/dL';
  const amount = (mmolL: number) =>
    isMgPerDl ? String(Math.round(mmolL * mgPerDlInMmolPerL)) : mmolL.toFixed(1);
  return statsByKind(summary).flatMap(([kind, stats]) => {
    const found = readValues(kind, stats, isMgPerDl);
    const rows = found?.values.flatMap(({ figure, value, units: unit }) => {
      const text = value.toFixed(chooseDigits(figure, value, isMgPerDl));
      return figure.label ? [{ label: figure.label(amount), value: text, units: unit }] : [];
    });
    if (!found || !rows?.length) return [];
    return { title: titles[kind], lastData: found.lastData, figures: rows };
  });
}
