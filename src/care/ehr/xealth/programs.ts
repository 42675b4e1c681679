import type { PatientDataSource, PatientEntity } from '../../patients/patient.entity';
import type { PatientSummary } from '../../patients/patient-summary.entity';

/** A program of a patient, as Xealth lists it. */
export interface XealthProgram {
  title: string;
  description: string;
  /** `YYYY-MM-DD` */
  enrolledDate: string;
  /** Whether there is new data since the last view. */
  hasAlert: boolean;
  programId: string;
}

/** The later of the sensor and meter dates; null if there is none. */
export function findLatest(summary: PatientSummary | null, name: string): number | null {
  const times = [summary?.cgmStats, summary?.bgmStats].flatMap((stats) => {
    const text = stats?.dates?.[name];
    const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time) ? [] : [time];
  });
  return times.length === 0 ? null : Math.max(...times);
}

const formatDay = (time: number | null): string =>
  time === null ? 'N/A' : new Date(time).toISOString().slice(0, 10);

/** Display name of a provider. */
const providerName = (name: string): string =>
  name === 'twiist' ? name : name.slice(0, 1).toUpperCase() + name.slice(1);

const stateName = (state: string): string => (state === 'pendingReconnect' ? 'pending reconnect' : state);

const listConnections = (sources: readonly PatientDataSource[] | null): string =>
  (sources ?? [])
    .map((source) => `${providerName(source.providerName)} (${stateName(source.state)})`)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .join(', ') || 'None';

/** A one-line summary of a patient. */
export const describeProgram = (
  { permissions, dataSources }: PatientEntity,
  summary: PatientSummary | null,
  viewedTime: number | null,
): string =>
  [
    `Last Upload: ${formatDay(findLatest(summary, 'lastUploadDate'))}`,
    `Last Viewed by You: ${formatDay(viewedTime)}`,
    `Claimed Account?: ${permissions.includes('custodian') ? 'No' : 'Yes'}`,
    `Cloud Connections: ${listConnections(dataSources)}`,
  ].join(' | ');
