import { thresholds } from './glucose-ranges';

/** How statistics are made, in words that clients know; thresholds in mmol/L. */
export interface SummaryConfig {
  schemaVersion: number;
  lowGlucoseThreshold: number;
  veryLowGlucoseThreshold: number;
  highGlucoseThreshold: number;
  veryHighGlucoseThreshold: number;
}

export const configOf = (schemaVersion: number): SummaryConfig => ({
  schemaVersion,
  lowGlucoseThreshold: thresholds.low,
  veryLowGlucoseThreshold: thresholds.veryLow,
  highGlucoseThreshold: thresholds.high,
  veryHighGlucoseThreshold: thresholds.veryHigh,
});
