import { thresholds } from './glucose-ranges';
import { calculationVersion } from './summary.entity';

/** How statistics are computed, in the words of clients; thresholds in mmol/L. */
export interface SummaryConfig {
  schemaVersion: number;
  lowGlucoseThreshold: number;
  veryLowGlucoseThreshold: number;
  highGlucoseThreshold: number;
  veryHighGlucoseThreshold: number;
}

/** @param stored the stored version, which says more than that of the calculation */
export const readConfig = (stored: number): SummaryConfig => ({
  schemaVersion: Math.min(stored, calculationVersion),
  lowGlucoseThreshold: thresholds.low,
  veryLowGlucoseThreshold: thresholds.veryLow,
  highGlucoseThreshold: thresholds.high,
  veryHighGlucoseThreshold: thresholds.veryHigh,
});
