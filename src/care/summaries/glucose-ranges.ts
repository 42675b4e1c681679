/**
 * Limits of glucose ranges in mmol/L, according to the international consensus on time in range (Battelino et al.,
 * Diabetes Care 2019), plus a limit for extremely high glucose (350 mg/dL). Values are compared as stored, without
 * rounding.
 */
export const thresholds = { veryLow: 3, low: 3.9, high: 10, veryHigh: 13.9, extremeHigh: 19.4 } as const;

/** Ranges that do not overlap: each reading is in exactly one. */
const basicRanges = ['inVeryLow', 'inLow', 'inTarget', 'inHigh', 'inVeryHigh'] as const;

/** Every range except the total. A reading in one of the ranges above may also be in several of the others. */
export const rangeNames = [...basicRanges, 'inExtremeHigh', 'inAnyLow', 'inAnyHigh'] as const;

/** The ranges from which the others follow. The first five contain each reading once. */
export const keptRanges = [...basicRanges, 'inExtremeHigh'] as const;

export type RangeName = (typeof rangeNames)[number];

/** The one of the basic ranges that contains a glucose value. */
export function findBasicRange(mmolL: number): (typeof basicRanges)[number] {
  if (mmolL < thresholds.veryLow) return 'inVeryLow';
  if (mmolL < thresholds.low) return 'inLow';
  if (mmolL <= thresholds.high) return 'inTarget';
  return mmolL <= thresholds.veryHigh ? 'inHigh' : 'inVeryHigh';
}

/** What lies in the ranges that consist of two basic ones, from what lies in those; times and numbers are whole. */
export function combinedRanges({ inVeryLow, inLow, inHigh, inVeryHigh }: BasicAmounts): {
  inAnyLow: RangeAmount;
  inAnyHigh: RangeAmount;
} {
  return { inAnyLow: together(inVeryLow, inLow), inAnyHigh: together(inHigh, inVeryHigh) };
}

/** Minutes and number of readings. */
interface RangeAmount {
  minutes: number;
  records: number;
}

type BasicAmounts = Record<'inVeryLow' | 'inLow' | 'inHigh' | 'inVeryHigh', RangeAmount>;

const together = (one: RangeAmount, other: RangeAmount): RangeAmount => ({
  minutes: one.minutes + other.minutes,
  records: one.records + other.records,
});

/** Limits of a range in mmol/L; both belong to it. */
export interface Limits {
  low: number;
  high: number;
}

/**
 * Time in tight range, 70 to 140 mg/dL (Battelino et al., Continuous glucose monitoring and metrics for clinical trials: an
 * international consensus statement, Lancet Diabetes & Endocrinology 2023).
 */
export const tightRange: Limits = { low: thresholds.low, high: 7.8 };

/** The target in pregnancy, 63 to 140 mg/dL (Battelino et al., Diabetes Care 2019). */
export const pregnancyRange: Limits = { low: 3.5, high: 7.8 };

/** The target of most people, 70 to 180 mg/dL (Battelino et al., Diabetes Care 2019). */
export const usualTargets: Limits = { low: thresholds.low, high: thresholds.high };
