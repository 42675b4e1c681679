import { formatGlucose, mgdLPerMmolL, unitLabels } from '@glycograph/client/units';
import type { GlucoseUnits } from '@glycograph/client/operations';
import { locale, unknown } from './time/zones';

type Maybe = number | null | undefined;

/** An amount of glucose in mmol/L, in a unit. Not rounded, for charts. */
export const toUnits = (mmolL: number, units: GlucoseUnits): number =>
  units === 'MG_DL' ? mmolL * mgdLPerMmolL : mmolL;

/** A number with a fixed count of decimals; a dash if it is unknown. */
export const decimal = (value: Maybe, digits: number): string =>
  value == null
    ? unknown
    : value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** An amount of glucose in mmol/L as a number in a unit: whole in mg/dL, one decimal in mmol/L. */
export const glucoseNumber = (mmolL: Maybe, units: GlucoseUnits): string =>
  formatGlucose(mmolL == null ? null : toUnits(mmolL, units), units, { locale, unit: false });

/** The same with its unit. */
export const glucoseText = (mmolL: Maybe, units: GlucoseUnits): string =>
  mmolL == null ? unknown : `${glucoseNumber(mmolL, units)} ${unitLabels[units]}`;

/**
 * A share from 0 to 1 as a whole percentage. What is rounded to nothing or to everything, but is neither, says so, as a
 * few minutes below range matter.
 */
export function percent(share: Maybe): string {
  if (share == null) return unknown;
  if (share > 0 && share < 0.005) return '<1%';
  if (share < 1 && share >= 0.995) return '>99%';
  return `${decimal(share * 100, 0)}%`;
}

/** A share from 0 to 1 as a percentage with one decimal, such as a coefficient of variation. */
export const precisePercent = (share: Maybe): string =>
  share == null ? unknown : `${decimal(share * 100, 1)}%`;

/** The glucose management indicator, which is a percentage already. */
export const indicator = (value: Maybe): string => (value == null ? unknown : `${decimal(value, 1)}%`);

/** Insulin in units. */
export const insulin = (value: Maybe): string => (value == null ? unknown : `${decimal(value, 2)} U`);

/** A rate of insulin in units per hour. */
export const insulinRate = (value: Maybe): string => (value == null ? unknown : `${decimal(value, 2)} U/h`);

/** Carbohydrate in grams. */
export const grams = (value: Maybe): string => (value == null ? unknown : `${decimal(value, 0)} g`);

/** Minutes as hours and minutes, such as `1 h 05 min`. */
export function duration(minutes: Maybe): string {
  if (minutes == null) return unknown;
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return `${hours} h ${String(rest).padStart(2, '0')} min`;
}
