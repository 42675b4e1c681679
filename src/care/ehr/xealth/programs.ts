import type { PatientDataSource, PatientEntity } from '../../clinics/patients/patient.entity';
import type { PatientSummary } from '../../clinics/patients/patient-summary.entity';

/** A program that a patient is enrolled in, as Xealth lists it. */
export interface XealthProgram {
  title: string;
  description: string;
  /** `YYYY-MM-DD` */
  enrolledDate: string;
  /** There is something new since the last look. */
  hasAlert: boolean;
  programId: string;
}

/** The later of what sensors and meters say; null when neither says anything. */
export function latestOf(summary: PatientSummary | null, name: string): number | null {
  const times = [summary?.cgmStats, summary?.bgmStats].flatMap((stats) => {
    const text = stats?.dates?.[name];
    const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time) ? [] : [time];
  });
  return times.length === 0 ? null : Math.max(...times);
}

const dayOf = (time: number | null): string =>
  time === null ? 'N/A' : new Date(time).toISOString().slice(0, 10);

/** Names as their owners spell them. */
const providerName = (name: string): string =>
  name === 'twiist' ? name : name.slice(0, 1).toUpperCase() + name.slice(1);

const stateName = (state: string): string => (state === 'pendingReconnect' ? 'pending reconnect' : state);

const connectionsOf = (sources: readonly PatientDataSource[] | null): string =>
  (sources ?? [])
    .map((source) => `${providerName(source.providerName)} (${stateName(source.state)})`)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .join(', ') || 'None';

/** What is known of a patient in one line. */
export const descriptionOf = (
  { permissions, dataSources }: PatientEntity,
  summary: PatientSummary | null,
  viewedTime: number | null,
): string =>
  [
    `Last Upload: ${dayOf(latestOf(summary, 'lastUploadDate'))}`,
    `Last Viewed by You: ${dayOf(viewedTime)}`,
    `Claimed Account?: ${permissions.includes('custodian') ? 'No' : 'Yes'}`,
    `Cloud Connections: ${connectionsOf(dataSources)}`,
  ].join(' | ');
