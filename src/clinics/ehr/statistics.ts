import type { PatientSummary, SummaryStats } from '../patient-summary.entity';
import type { EhrSettings } from '../settings/ehr-settings';

/** A figure as health record systems get it. */
export interface Observation {
  code: string;
  value: string;
  units: string;
  /** The end of the period, RFC 3339. */
  time: string;
}

/** The figures of sensors or of meters as people read them. */
export interface FigureTable {
  title: string;
  /** The end of the 14 days, RFC 3339. */
  lastData: string;
  figures: { label: string; value: string; units: string }[];
}

/** Milligrams per decilitre in a millimole per litre of glucose. */
const mgPerDlInMmolPerL = 18.01559;

const period = '14d';

type Unit = 'percent' | 'glucose' | 'number';

/** A figure of the period; `digits` are the decimals under the iCoDE standard. */
interface Figure {
  code: string;
  /** What people call it; takes amounts of glucose in mmol/L as they are read. */
  label: (amount: (mmolL: number) => string) => string;
  field: string;
  unit: Unit;
  digits: 'one' | 'two' | 'whole';
  /** The share is multiplied by 100. */
  isShare?: boolean;
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

const ranges: readonly Figure[] = [
  share('TIME_BELOW_RANGE_VERY_LOW', 'timeInVeryLowPercent', (at) => `Very low: below ${at(3)}`),
  share('TIME_BELOW_RANGE_LOW', 'timeInLowPercent', (at) => `Low: ${at(3)} to ${at(3.9)}`),
  share('TIME_IN_RANGE', 'timeInTargetPercent', (at) => `In target: ${at(3.9)} to ${at(10)}`),
  share('TIME_ABOVE_RANGE_HIGH', 'timeInHighPercent', (at) => `High: ${at(10)} to ${at(13.9)}`),
  share('TIME_ABOVE_RANGE_VERY_HIGH', 'timeInVeryHighPercent', (at) => `Very high: above ${at(13.9)}`),
];

const common: readonly Figure[] = [
  {
    code: 'AVERAGE_GLUCOSE',
    label: () => 'Average glucose',
    field: 'averageGlucoseMmol',
    unit: 'glucose',
    digits: 'whole',
  },
  {
    code: 'STANDARD_DEVIATION',
    label: () => 'Standard deviation',
    field: 'standardDeviation',
    unit: 'glucose',
    digits: 'one',
  },
  share('COEFFICIENT_OF_VARIATION', 'coefficientOfVariation', () => 'Coefficient of variation', 'one'),
  ...ranges,
];

type Kind = 'CGM' | 'BGM';

const figures: Readonly<Record<Kind, readonly Figure[]>> = {
  CGM: [
    {
      code: 'GMI',
      label: () => 'Glucose management indicator',
      field: 'glucoseManagementIndicator',
      unit: 'percent',
      digits: 'one',
    },
    share('ACTIVE_WEAR_TIME', 'timeCGMUsePercent', () => 'Sensor worn', 'two'),
    ...common,
  ],
  BGM: [
    {
      code: 'READINGS_PER_DAY',
      label: () => 'Readings a day',
      field: 'averageDailyRecords',
      unit: 'number',
      digits: 'one',
    },
    ...common,
  ],
};

const titles: Readonly<Record<Kind, string>> = { CGM: 'Sensor readings', BGM: 'Meter readings' };

/** Shares of less than one percent keep a decimal, or they would all be none. */
function digitsOf({ digits, unit }: Figure, value: number, isMgPerDl: boolean): number {
  if (digits === 'two') return 2;
  if (digits === 'one') return 1;
  if (unit === 'glucose') return isMgPerDl ? 0 : 1;
  return value < 1 ? 1 : 0;
}

interface Value {
  figure: Figure;
  /** Converted, and not rounded. */
  value: number;
  units: string;
}

/** What statistics say; nothing where they do not say of when. */
function valuesOf(kind: Kind, stats: SummaryStats | undefined, isMgPerDl: boolean) {
  const { lastUpdatedDate, lastData } = stats?.dates ?? {};
  const stored = stats?.periods?.[period];
  if (!stored || !lastUpdatedDate || typeof lastData !== 'string') return null;
  const values = figures[kind].flatMap((figure): Value[] => {
    const amount = stored[figure.field];
    if (typeof amount !== 'number' || !Number.isFinite(amount)) return [];
    const isConverted = figure.unit === 'glucose' && isMgPerDl;
    const value = amount * (figure.isShare ? 100 : 1) * (isConverted ? mgPerDlInMmolPerL : 1);
    const units = { percent: '%', glucose: isMgPerDl ? 'mg/dL' : 'mmol/L', number: '' }[figure.unit];
    return [{ figure, value, units }];
  });
  return { lastData, values };
}

const statsOf = (summary: PatientSummary | null): [Kind, SummaryStats | undefined][] => [
  ['CGM', summary?.cgmStats],
  ['BGM', summary?.bgmStats],
];

/** What the last 14 days say, in the units that the clinic likes. Nothing for statistics that do not say of when. */
export function observationsOf(
  summary: PatientSummary | null,
  { flowsheets }: Pick<EhrSettings, 'flowsheets'>,
  units: string,
): Observation[] {
  const isMgPerDl = units === 'mg/dL';
  return statsOf(summary).flatMap(([kind, stats]) => {
    const { lastData = '', values = [] } = valuesOf(kind, stats, isMgPerDl) ?? {};
    return values.map(({ figure, value, units: unit }) => ({
      code: `${figure.code}_${kind}`,
      value: value.toFixed(flowsheets.icode ? digitsOf(figure, value, isMgPerDl) : 4),
      units: unit,
      time: lastData,
    }));
  });
}

/** The same for people: rounded as the iCoDE standard has it. */
export function figureTablesOf(summary: PatientSummary | null, units: string): FigureTable[] {
  const isMgPerDl = units === 'mg/dL';
  const amount = (mmolL: number) =>
    isMgPerDl ? String(Math.round(mmolL * mgPerDlInMmolPerL)) : mmolL.toFixed(1);
  return statsOf(summary).flatMap(([kind, stats]) => {
    const found = valuesOf(kind, stats, isMgPerDl);
    if (!found || found.values.length === 0) return [];
    return {
      title: titles[kind],
      lastData: found.lastData,
      figures: found.values.map(({ figure, value, units: unit }) => ({
        label: figure.label(amount),
        value: value.toFixed(digitsOf(figure, value, isMgPerDl)),
        units: unit,
      })),
    };
  });
}
