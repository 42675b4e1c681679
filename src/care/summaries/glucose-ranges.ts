/**
 * Limits of glucose ranges in mmol/L: those of the international consensus on time in range (Battelino et al., Diabetes
 * Care 2019), and a limit of extremely high glucose (350 mg/dL). Amounts are compared as they are stored, not rounded.
 */
export const thresholds = { veryLow: 3, low: 3.9, high: 10, veryHigh: 13.9, extremeHigh: 19.4 } as const;

/** Ranges that each reading falls into one of. */
const basicRanges = ['inVeryLow', 'inLow', 'inTarget', 'inHigh', 'inVeryHigh'] as const;

/** Every range but the total. A reading in one of the first may be in several of the others. */
export const rangeNames = [...basicRanges, 'inExtremeHigh', 'inAnyLow', 'inAnyHigh'] as const;

export type RangeName = (typeof rangeNames)[number];

function basicRangeOf(mmolL: number): (typeof basicRanges)[number] {
  if (mmolL < thresholds.veryLow) return 'inVeryLow';
  if (mmolL < thresholds.low) return 'inLow';
  if (mmolL <= thresholds.high) return 'inTarget';
  return mmolL <= thresholds.veryHigh ? 'inHigh' : 'inVeryHigh';
}

/** All ranges that an amount of glucose lies in. */
export function rangesOf(mmolL: number): RangeName[] {
  const range = basicRangeOf(mmolL);
  const isLow = range === 'inVeryLow' || range === 'inLow';
  const isHigh = range === 'inHigh' || range === 'inVeryHigh';
  return [
    range,
    ...(isLow ? (['inAnyLow'] as const) : []),
    ...(isHigh ? (['inAnyHigh'] as const) : []),
    ...(mmolL >= thresholds.extremeHigh ? (['inExtremeHigh'] as const) : []),
  ];
}
