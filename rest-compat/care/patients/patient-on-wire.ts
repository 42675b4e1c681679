import { DiagnosisTypeName } from '../../../resolvers/care/patients/patients.types';
import { instantOnWire, onWire } from '../clinics/clinic-on-wire';
import { PatientPartsFragmentDoc, type PatientPartsFragment } from '../../generated/operations';
import { partsAskedFor, type Shown } from '../../shown';
import { rangesOnWire } from './glycemic-ranges';

type ShownPatient = Shown<PatientPartsFragment>;

/** An unknown birthday in the form of clients. */
export const noBirthday = '0001-01-01';

const providers = ['dexcom', 'twiist', 'abbott'];

export const reviewsOnWire = (reviews: ShownPatient['reviews']) =>
  reviews.map(({ clinicianId, time }) => ({ clinicianId, time: instantOnWire(time) }));

/** Removes unknown fields. */
export const known = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));

/** What clients see of a data source. Its other fields make its id in the graph. */
type Source = Partial<Record<keyof NonNullable<ShownPatient['dataSources']>[number], unknown>>;

export const sourceOnWire = ({
  state,
  providerName,
  dataSourceId,
  modifiedTime,
  expirationTime,
  latestDataTime,
}: Source): object =>
  known({ state, providerName, dataSourceId, modifiedTime, expirationTime, latestDataTime });

type Request = ShownPatient['connectionRequests'][number];

const requestsOnWire = (requests: readonly Request[]) =>
  requests.map(({ providerName, createdTime }) => ({
    providerName,
    createdTime: instantOnWire(createdTime),
  }));

const partsAsked = partsAskedFor(PatientPartsFragmentDoc);

/** A patient in the form of clients; unknown fields are omitted, and fields not named here are as in the graph. */
export function patientOnWire(patient: ShownPatient): Record<string, unknown> {
  const {
    userId: id,
    birthDate,
    diagnosisType,
    glycemicRanges,
    lastUploadReminderTime: reminded,
    permissions,
    tagIds: tags,
    sites,
    dataSources,
    reviews,
    connectionRequests,
    createdTime,
    updatedTime,
    ...sameInGraph
  } = partsAsked(patient);
  return {
    id,
    birthDate: birthDate ?? noBirthday,
    ...known({
      ...sameInGraph,
      diagnosisType: diagnosisType == null ? null : onWire(DiagnosisTypeName, diagnosisType),
      glycemicRanges: glycemicRanges && rangesOnWire(glycemicRanges),
      lastUploadReminderTime: reminded == null ? null : instantOnWire(reminded),
    }),
    permissions: Object.fromEntries(permissions.map((name) => [name.toLowerCase(), {}])),
    tags,
    sites: sites.map(({ id: siteId, name }) => ({ id: siteId, name })),
    dataSources: dataSources?.map(sourceOnWire) ?? null,
    reviews: reviewsOnWire(reviews),
    connectionRequests: Object.fromEntries(
      providers.map((provider) => [
        provider,
        requestsOnWire(connectionRequests.filter(({ providerName }) => providerName === provider)),
      ]),
    ),
    createdTime: instantOnWire(createdTime),
    updatedTime: instantOnWire(updatedTime),
  };
}
