/** The parts of the chart library that the tests use; it ships no types. */
declare module '@tidepool/viz/dist/data.js' {
  /** Names of ranges in the words of the library. */
  export type RangeName = 'veryLow' | 'low' | 'target' | 'high' | 'veryHigh';

  type PerRange = Record<RangeName | 'total', number>;

  /** What a query finds of the statistics that it names. */
  export interface Stats {
    averageGlucose: { averageGlucose: number; total: number };
    bgExtents: { bgMax: number | null; bgMin: number | null };
    /** In percent; not a number when there are fewer than 30 readings, and so is the deviation. */
    coefficientOfVariation: { coefficientOfVariation: number };
    glucoseManagementIndicator: { glucoseManagementIndicatorAGP: number };
    readingsInRange: { counts: PerRange };
    /** Milliseconds. */
    sensorUsage: { sensorUsage: number; total: number; count: number };
    standardDev: { standardDeviation: number };
    /** Milliseconds a day where there are several days. */
    timeInRange: { durations: PerRange; counts: PerRange };
  }

  interface Query {
    /** Of the first inclusive and of the second exclusive, milliseconds since the epoch. */
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
