import type { Dialect } from '../../platform/database/dialect';

/**
 * Amounts of glucose beyond it are unknown in statistics, whose sums and squares have to stay numbers. No meter means such an
 * amount, but legacy records may have any number.
 */
const mostGlucose = 1_000_000;
/** Milliseconds. Intervals beyond it are unknown, for the same reasons: it is the longest one of records in data sets. */
const longestInterval = 86_400_000;

/** Whether statistics count an amount of glucose as a reading. */
export const isReading = (amount: number): boolean => Math.abs(amount) <= mostGlucose;

/** What statistics need of the text of a glucose record. */
export interface GlucoseFigures {
  /** mmol/L; NaN if there is none that counts as a reading. */
  value: number;
  deviceId: string;
  /** Name of the time zone of the reading; undefined if unknown. */
  timezone?: string;
  /** Milliseconds between two readings of the sensor; undefined if unknown. */
  sampleInterval?: number;
}

/** The values of `figureColumns`: text and numbers as they are, and JSON. */
export type StoredFigures = [
  deviceId: string | null,
  sampleInterval: string | number | null,
  value: string | null,
  timezone: string | null,
];

/**
 * The columns that `toFigures` reads. The database takes the values out of the text of a record, which is many times as long. A
 * legacy record may have an interval that does not fit into its column.
 */
export function figureColumns(dialect: Dialect): string {
  // As text, because the driver of MySQL would parse it.
  const json = (path: string) =>
    dialect === 'sqlite' ? `content -> '${path}'` : `CAST(JSON_EXTRACT(content, '${path}') AS CHAR)`;
  const interval = `COALESCE(sample_interval, ${json('$.sampleInterval')})`;
  return `device_id, ${interval} AS sample_interval, ${json('$.value')} AS value, ${json('$.timezone')} AS timezone`;
}

/** A value of another type than expected counts as unknown, and so does one that is too large. */
export function toFigures([deviceId, sampleInterval, value, timezone]: StoredFigures): GlucoseFigures {
  const amount = toNumber(value);
  const interval = toNumber(sampleInterval);
  return {
    value: isReading(amount) ? amount : NaN,
    deviceId: deviceId ?? '',
    ...(timezone?.startsWith('"') && { timezone: JSON.parse(timezone) as string }),
    ...(Math.abs(interval) <= longestInterval && { sampleInterval: interval }),
  };
}

const toNumber = (json: string | number | null): number => (json === null ? NaN : Number(json));
