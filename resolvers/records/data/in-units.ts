import {
  isMgdL,
  isMgdLPerMinute,
  mgdLPerMmolL,
  toMgdL,
  toMmolL,
} from '../../../src/platform/validation/glucose-units';
import type { GlucoseUnit } from './glucose-units';

/** A statistic that is stored in mmol/L, in the units asked for; it is not rounded. */
export const inUnits = (mmolL: number, units: GlucoseUnit): number =>
  units === 'mg/dL' ? mmolL * mgdLPerMmolL : mmolL;

/** A reading in the units asked for: whole numbers of mg/dL. */
export const readingInUnits = (mmolL: number, units: GlucoseUnit): number =>
  units === 'mg/dL' ? toMgdL(mmolL) : mmolL;

/** A limit in the units asked for: the whole number of mg/dL that it stands for, if it does, else not rounded. */
export function limitInUnits(mmolL: number, units: GlucoseUnit): number {
  const reading = readingInUnits(mmolL, units);
  return units === 'mg/dL' && toMmolL(reading) !== mmolL ? inUnits(mmolL, units) : reading;
}

/** A limit that keeps the unit in which it was set, in the units asked for. */
export const ownInUnits = (value: number, units: GlucoseUnit, { units: own }: { units?: string }): number =>
  isMgdL(own) ? mgdLInUnits(value, units) : limitInUnits(value, units);

/**
 * A rate of change that keeps the unit in which it was set, in the units asked for, per minute: one decimal in mg/dL, as for
 * the rates of readings.
 */
export const ownRateInUnits = (
  rate: number,
  units: GlucoseUnit,
  { units: own }: { units?: string },
): number => {
  const isOwn = isMgdLPerMinute(own) === (units === 'mg/dL');
  if (isOwn) return rate;
  return units === 'mg/dL' ? toMgdL(rate, 1) : toMmolL(rate);
};

/** An amount that is stored in mg/dL, in the units asked for: in mmol/L with five decimals, as readings are stored. */
export const mgdLInUnits = (mgdL: number, units: GlucoseUnit): number =>
  units === 'mmol/L' ? toMmolL(mgdL) : mgdL;
