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

/** Milligrams per decilitre in a millimole per litre of glucose. */
const mgPerDlInMmolPerL = 18.01559;

const period = '14d';

type Unit = 'percent' | 'glucose' | 'number';

/** A figure of the period; `digits` are the decimals under the iCoDE standard. */
interface Figure {
  code: string;
  field: string;
  unit: Unit;
  digits: 'one' | 'two' | 'whole';
  /** The share is multiplied by 100. */
  isShare?: boolean;
}

const share = (code: string, field: string, digits: Figure['digits'] = 'whole'): Figure => ({
  code,
  field,
  unit: 'percent',
  digits,
  isShare: true,
});

const ranges: readonly Figure[] = [
  share('TIME_BELOW_RANGE_VERY_LOW', 'timeInVeryLowPercent'),
  share('TIME_BELOW_RANGE_LOW', 'timeInLowPercent'),
  share('TIME_IN_RANGE', 'timeInTargetPercent'),
  share('TIME_ABOVE_RANGE_HIGH', 'timeInHighPercent'),
  share('TIME_ABOVE_RANGE_VERY_HIGH', 'timeInVeryHighPercent'),
];

const common: readonly Figure[] = [
  { code: 'AVERAGE_GLUCOSE', field: 'averageGlucoseMmol', unit: 'glucose', digits: 'whole' },
  { code: 'STANDARD_DEVIATION', field: 'standardDeviation', unit: 'glucose', digits: 'one' },
  share('COEFFICIENT_OF_VARIATION', 'coefficientOfVariation', 'one'),
  ...ranges,
];

const figures: Readonly<Record<'CGM' | 'BGM', readonly Figure[]>> = {
  CGM: [
    { code: 'GMI', field: 'glucoseManagementIndicator', unit: 'percent', digits: 'one' },
    share('ACTIVE_WEAR_TIME', 'timeCGMUsePercent', 'two'),
    ...common,
  ],
  BGM: [{ code: 'READINGS_PER_DAY', field: 'averageDailyRecords', unit: 'number', digits: 'one' }, ...common],
};

/** Shares of less than one percent keep a decimal, or they would all be none. */
function digitsOf({ digits, unit }: Figure, value: number, isMgPerDl: boolean): number {
  if (digits === 'two') return 2;
  if (digits === 'one') return 1;
  if (unit === 'glucose') return isMgPerDl ? 0 : 1;
  return value < 1 ? 1 : 0;
}

/** What the last 14 days say, in the units that the clinic likes. Nothing for statistics that do not say of when. */
export function observationsOf(
  summary: PatientSummary | null,
  { flowsheets }: Pick<EhrSettings, 'flowsheets'>,
  units: string,
): Observation[] {
  const isMgPerDl = units === 'mg/dL';
  const of = (kind: 'CGM' | 'BGM', stats: SummaryStats | undefined): Observation[] => {
    const { lastUpdatedDate, lastData } = stats?.dates ?? {};
    const values = stats?.periods?.[period];
    if (!values || !lastUpdatedDate || typeof lastData !== 'string') return [];
    return figures[kind].flatMap((figure) => {
      const stored = values[figure.field];
      if (typeof stored !== 'number' || !Number.isFinite(stored)) return [];
      const isConverted = figure.unit === 'glucose' && isMgPerDl;
      const value = stored * (figure.isShare ? 100 : 1) * (isConverted ? mgPerDlInMmolPerL : 1);
      const digits = flowsheets.icode ? digitsOf(figure, value, isMgPerDl) : 4;
      const unit = { percent: '%', glucose: isMgPerDl ? 'mg/dL' : 'mmol/L', number: '' }[figure.unit];
      return [{ code: `${figure.code}_${kind}`, value: value.toFixed(digits), units: unit, time: lastData }];
    });
  };
  return [...of('CGM', summary?.cgmStats), ...of('BGM', summary?.bgmStats)];
}
