/** The parts of the chart library that the tests use; it ships no types. */
declare module '@tidepool/viz/dist/data.js' {
  /** Names of ranges in the library. */
  export type RangeName = 'veryLow' | 'low' | 'target' | 'high' | 'veryHigh';

  type PerRange = Record<RangeName | 'total', number>;

  /** The result of a query for named statistics. */
  export interface Stats {
    averageGlucose: { averageGlucose: number; total: number };
    bgExtents: { bgMax: number | null; bgMin: number | null };
    /** In percent; NaN if there are fewer than 30 readings, and so is the deviation. */
    coefficientOfVariation: { coefficientOfVariation: number };
    glucoseManagementIndicator: { glucoseManagementIndicatorAGP: number };
    readingsInRange: { counts: PerRange };
    /** Milliseconds. */
    sensorUsage: { sensorUsage: number; total: number; count: number };
    standardDev: { standardDeviation: number };
    /** Milliseconds per day if there are several days. */
    timeInRange: { durations: PerRange; counts: PerRange };
  }

  interface Query {
    /** Start (inclusive) and end (exclusive), milliseconds since the epoch. */
    endpoints: readonly [from: number, to: number];
    bgSource: 'cbg' | 'smbg';
    bgPrefs: { bgUnits: string; bgBounds: Record<string, number> };
    timePrefs: { timezoneAware: boolean; timezoneName: string };
    stats: readonly (keyof Stats)[];
  }

  export class DataUtil {
    addData(records: readonly object[], userId: string): unknown;
    query(query: Query): { data: { current: { stats: Stats } } };
  }
}
