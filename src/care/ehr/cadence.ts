import type { ReportCadence } from '../clinics/settings/ehr-settings';

const hour = 3_600_000;

/** How often reports are sent, as stored in the data of tasks; null for never. */
const durations: Readonly<Record<ReportCadence, string | null>> = {
  '1d': '24h0m0s',
  '7d': '168h0m0s',
  '14d': '336h0m0s',
  '30d': '720h0m0s',
  DISABLED: null,
};

export const toDuration = (cadence: ReportCadence): string | null => durations[cadence];

/** Default milliseconds between two reports. */
const usual = 14 * 24 * hour;

const units: Readonly<Record<string, number>> = { h: hour, m: 60_000, s: 1000, ms: 1 };

/** Milliseconds of a duration such as `336h0m0s`; two weeks if it is invalid. */
export function toMilliseconds(duration: unknown): number {
  if (duration === '0') return 0;
  if (typeof duration !== 'string' || !/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) return usual;
  return [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0),
    0,
  );
}
