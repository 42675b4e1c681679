import { findBasicRange, thresholds, type RangeName } from '../../../../src/care/summaries/glucose-ranges';

/** All ranges that contain a glucose value. */
export function findRanges(mmolL: number): RangeName[] {
  const range = findBasicRange(mmolL);
  const isLow = range === 'inVeryLow' || range === 'inLow';
  const isHigh = range === 'inHigh' || range === 'inVeryHigh';
  return [
    range,
    ...(isLow ? (['inAnyLow'] as const) : []),
    ...(isHigh ? (['inAnyHigh'] as const) : []),
    ...(mmolL >= thresholds.extremeHigh ? (['inExtremeHigh'] as const) : []),
  ];
}
