import type { GlucoseUnits } from './generated/graphql.js';

/** Milligrams per deciliter in one millimole per liter of glucose: the factor of the service, 180.1559 g/mol. */
export const mgdLPerMmolL = 18.01559;

/** How people write the units. */
export const unitLabels: Readonly<Record<GlucoseUnits, string>> = { MG_DL: 'mg/dL', MMOL_L: 'mmol/L' };

/** Rounds halves away from zero, as the service does. */
function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.trunc(value * scale + (value < 0 ? -0.5 : 0.5)) / scale + 0;
}

/** A reading in mmol/L as the service shows it in mg/dL: a whole number, or with decimals for rates of change. */
export const toMgdL = (mmolL: number, decimals = 0): number => rounded(mmolL * mgdLPerMmolL, decimals);

/** An amount in mg/dL as the service stores it in mmol/L: five decimals. */
export const toMmolL = (mgdL: number): number => rounded(mgdL / mgdLPerMmolL, 5);

/** A reading in other units. */
export const convertGlucose = (value: number, from: GlucoseUnits, to: GlucoseUnits): number =>
  from === to ? value : to === 'MG_DL' ? toMgdL(value) : toMmolL(value);

/** How a reading is written: whole numbers of mg/dL, one decimal of mmol/L. */
export interface GlucoseFormat {
  /** Language and region, such as `de-AT`; that of the system by default. */
  locale?: string;
  /** Whether the unit follows the number; true by default. */
  unit?: boolean;
}

/** A glucose value as text: `126 mg/dL`, `7.0 mmol/L`; `–` if there is none. */
export function formatGlucose(
  value: number | null | undefined,
  units: GlucoseUnits,
  { locale, unit = true }: GlucoseFormat = {},
): string {
  if (value == null) return '–';
  const decimals = units === 'MG_DL' ? 0 : 1;
  const number = rounded(value, decimals).toLocaleString(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return unit ? `${number} ${unitLabels[units]}` : number;
}

/** A share from 0 to 1 as a percentage: `72 %`; `–` if there is none. */
export const formatShare = (share: number | null | undefined, locale?: string): string =>
  share == null ? '–' : share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });
