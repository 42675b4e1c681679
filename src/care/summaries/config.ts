import { thresholds } from './glucose-ranges';

/** How statistics are computed, in the words of clients; thresholds in mmol/L. */
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
