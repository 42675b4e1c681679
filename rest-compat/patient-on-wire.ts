import { GlucoseUnits } from '../resolvers/data/glucose-units';
import { DiagnosisTypeName, GlycemicPresetName } from '../resolvers/patients.types';
import { instantOnWire, onWire, type Instant } from './clinic-on-wire';

interface ShownReview {
  clinicianId: string;
  time: Instant;
}

interface ShownRanges {
  preset?: string | null;
  custom?: {
    name: string;
    thresholds: readonly { name: string; upperBound: number; units: string; inclusive: boolean }[];
  } | null;
}

interface ShownDataSource {
  state: string;
  providerName: string;
  dataSourceId?: string | null;
  modifiedTime?: string | null;
  expirationTime?: string | null;
  latestDataTime?: string | null;
}

interface ShownPatient {
  userId: string;
  fullName: string;
  birthDate?: string | null;
  email?: string | null;
  mrn?: string | null;
  targetDevices?: readonly string[] | null;
  /** In any case. */
  permissions: readonly string[];
  tagIds: readonly string[];
  sites: readonly { id: string; name: string }[];
  diagnosisType?: string | null;
  glycemicRanges?: ShownRanges | null;
  dataSources?: readonly ShownDataSource[] | null;
  connectionRequests: readonly { providerName: string; createdTime: Instant }[];
  reviews: readonly ShownReview[];
  lastUploadReminderTime?: Instant | null;
  summary?: object | null;
  createdTime: Instant;
  updatedTime: Instant;
}

/** A birthday that is not known, as clients have it. */
export const noBirthday = '0001-01-01';

const providers = ['dexcom', 'twiist', 'abbott'];

export const reviewsOnWire = (reviews: readonly ShownReview[]) =>
  reviews.map(({ clinicianId, time }) => ({ clinicianId, time: instantOnWire(time) }));

function rangesOnWire({ preset, custom }: ShownRanges): object {
  if (!custom) return { type: 'preset', preset: onWire(GlycemicPresetName, preset ?? '') };
  const thresholds = custom.thresholds.map(({ name, upperBound, units, inclusive }) => ({
    name,
    upperBound: { value: upperBound, units: onWire(GlucoseUnits, units) },
    ...(inclusive && { inclusive }),
  }));
  return { type: 'custom', custom: { name: custom.name, thresholds } };
}

/** Fields without those that are not known. */
export const known = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));

/** A patient as clients know it; what is not known is left out. */
export function patientOnWire(patient: ShownPatient): Record<string, unknown> {
  const { diagnosisType, glycemicRanges, lastUploadReminderTime: reminded, connectionRequests } = patient;
  return {
    id: patient.userId,
    fullName: patient.fullName,
    birthDate: patient.birthDate ?? noBirthday,
    ...known({
      email: patient.email,
      mrn: patient.mrn,
      targetDevices: patient.targetDevices,
      diagnosisType: diagnosisType == null ? null : onWire(DiagnosisTypeName, diagnosisType),
      glycemicRanges: glycemicRanges && rangesOnWire(glycemicRanges),
      lastUploadReminderTime: reminded == null ? null : instantOnWire(reminded),
      summary: patient.summary,
    }),
    permissions: Object.fromEntries(patient.permissions.map((name) => [name.toLowerCase(), {}])),
    tags: patient.tagIds,
    sites: patient.sites.map(({ id, name }) => ({ id, name })),
    dataSources: patient.dataSources?.map(known) ?? null,
    reviews: reviewsOnWire(patient.reviews),
    connectionRequests: Object.fromEntries(
      providers.map((provider) => [
        provider,
        connectionRequests
          .filter(({ providerName }) => providerName === provider)
          .map(({ providerName, createdTime }) => ({
            providerName,
            createdTime: instantOnWire(createdTime),
          })),
      ]),
    ),
    createdTime: instantOnWire(patient.createdTime),
    updatedTime: instantOnWire(patient.updatedTime),
  };
}
