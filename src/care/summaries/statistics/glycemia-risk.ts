import type { RangeName } from '../glucose-ranges';

const worst = 100;

/**
 * Glycemia risk index, 0 (best) to 100: 3.0 × very low + 2.4 × low + 1.6 × very high + 0.8 × high, of shares in percent, at
 * most 100 (Klonoff et al., A Glycemia Risk Index of Hypoglycemia and Hyperglycemia for Continuous Glucose Monitoring
 * Validated by Clinician Ratings, Journal of Diabetes Science and Technology 2023). Shares are 0 to 1 here.
 */
export function glycemiaRiskIndex(shares: Readonly<Record<RangeName, number>>): number {
  const { inVeryLow, inLow, inHigh, inVeryHigh } = shares;
  return Math.min(worst, 100 * (3 * inVeryLow + 2.4 * inLow + 1.6 * inVeryHigh + 0.8 * inHigh));
}
