/** Glucose units, as spelled in records. */
export type GlucoseUnits = 'mmol/L' | 'mg/dL';

/** File formats. */
export type ExportFormat = 'json' | 'xlsx' | 'csv';

/** What to export, and in which format. */
export interface ExportOptions {
  /** First and last instant, both inclusive, in milliseconds since the epoch; unbounded if absent. */
  from?: number;
  to?: number;
  format: ExportFormat;
  glucoseUnits: GlucoseUnits;
}
