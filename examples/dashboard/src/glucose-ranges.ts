import type { GlucoseUnits } from '@glycograph/client/operations';
import { unitLabels } from '@glycograph/client/units';
import { toUnits } from './figures';

/** The five ranges of the consensus, from low to high. */
export type RangeName = 'veryLow' | 'low' | 'target' | 'high' | 'veryHigh';

/**
 * Limits between the ranges in mmol/L, as the service applies them: a reading on the lower limit of a range belongs to
 * it, except that 10.0 and 13.9 belong to the range below them (Battelino et al., Diabetes Care 2019).
 */
export const limits = { veryLow: 3.0, low: 3.9, high: 10.0, veryHigh: 13.9 } as const;

interface GlucoseRange {
  name: RangeName;
  label: string;
  /** What the range is in each unit. */
  bounds: Record<GlucoseUnits, string>;
}

/** The ranges from high to low, as they stand above each other in reports. 70 mg/dL is 3.886 mmol/L, which is low. */
export const glucoseRanges: readonly GlucoseRange[] = [
  { name: 'veryHigh', label: 'Very high', bounds: { MG_DL: '251 or more', MMOL_L: 'above 13.9' } },
  { name: 'high', label: 'High', bounds: { MG_DL: '181–250', MMOL_L: '10.1–13.9' } },
  { name: 'target', label: 'Target', bounds: { MG_DL: '71–180', MMOL_L: '3.9–10.0' } },
  { name: 'low', label: 'Low', bounds: { MG_DL: '55–70', MMOL_L: '3.0–3.8' } },
  { name: 'veryLow', label: 'Very low', bounds: { MG_DL: '54 or less', MMOL_L: 'below 3.0' } },
];

/** Shares of time, 0 to 1; null if unknown. */
export type RangeShares = Record<RangeName, number | null>;

/** The range of a reading in mmol/L. */
export function rangeOfReading(mmolL: number): RangeName {
  if (mmolL < limits.veryLow) return 'veryLow';
  if (mmolL < limits.low) return 'low';
  if (mmolL <= limits.high) return 'target';
  return mmolL <= limits.veryHigh ? 'high' : 'veryHigh';
}

/** Lower and upper limit of a target in mmol/L. */
export interface TargetRange {
  low: number;
  high: number;
}

/** The target of the consensus for most people. */
export const standardTarget: TargetRange = { low: limits.low, high: limits.high };

/** A target as people read it, such as `70–180 mg/dL`. */
export function targetText({ low, high }: TargetRange, units: GlucoseUnits): string {
  const digits = units === 'MG_DL' ? 0 : 1;
  const text = (value: number) => toUnits(value, units).toFixed(digits);
  return `${text(low)}–${text(high)} ${unitLabels[units]}`;
}
