/** How amounts of glucose are counted, as records spell it. */
export type GlucoseUnits = 'mmol/L' | 'mg/dL';

/** Kinds of files. */
export type ExportFormat = 'json' | 'xlsx' | 'csv';

/** What is exported, and how. */
export interface ExportOptions {
  /** First and last instant, both included, in milliseconds since the epoch; absent: without a bound. */
  from?: number;
  to?: number;
  format: ExportFormat;
  glucoseUnits: GlucoseUnits;
}
