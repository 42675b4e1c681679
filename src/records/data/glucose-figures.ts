import type { Dialect } from '../../platform/database/dialect';

/** What statistics need of the text of a glucose record. */
export interface GlucoseFigures {
  /** mmol/L; NaN if there is none. */
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

/** A value of another type than expected counts as unknown. */
export function toFigures([deviceId, sampleInterval, value, timezone]: StoredFigures): GlucoseFigures {
  const interval = toNumber(sampleInterval);
  return {
    value: toNumber(value),
    deviceId: deviceId ?? '',
    ...(timezone?.startsWith('"') && { timezone: JSON.parse(timezone) as string }),
    ...(!Number.isNaN(interval) && { sampleInterval: interval }),
  };
}

const toNumber = (json: string | number | null): number => (json === null ? NaN : Number(json));
