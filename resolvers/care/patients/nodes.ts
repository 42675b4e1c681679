import type { GuardedField } from '../../../src/request/guarded-field';
import type { RequestContext } from '../../../src/request/request-context';
import { hex24, nodeType } from '../../node-type';
import { belongsToClinic } from '../clinics/clinics';
import type { PatientTag, Site, UncountedTag } from './labels.types';
import { loadPatient } from './patients';
import {
  toDataSources,
  toReviews,
  type Patient,
  type PatientDataSource,
  type PatientReview,
} from './patients.types';

type Key = Pick<Patient, 'clinicId' | 'userId'>;

/** The field by which the caller gets to a patient. */
const wayToPatient = ({ clinicId, userId }: Key, { personId }: RequestContext): GuardedField =>
  userId === personId
    ? { type: 'User', field: 'clinicRecords', parent: { id: userId } }
    : { type: 'Query', field: 'patient', args: { clinicId, userId } };

/** Whether the caller is a patient of the clinic with this tag: patients see their own. */
async function hasTag(context: RequestContext, { clinicId, id }: UncountedTag): Promise<boolean> {
  const { personId: userId, services } = context;
  if (userId === null) return false;
  const record = await context.load(services.patientDirectory.findMany, { clinicId, userId });
  return record?.tags.some((tag) => tag.id === id) ?? false;
}

/** The records that clinics keep of their patients, and the tags and sites by which they sort them. */
export const patientNodes = [
  nodeType<Patient>({
    type: 'Patient',
    key: ({ clinicId, userId }) => [clinicId, userId],
    load: (context, clinicId, userId) => loadPatient(context, { clinicId, userId }),
    way: wayToPatient,
  }),
  nodeType<PatientReview>({
    type: 'PatientReview',
    key: ({ clinicId, userId, clinicianId, time }) => [clinicId, userId, clinicianId, String(time)],
    load: async (context, clinicId, userId, clinicianId, time) => {
      const key = { clinicId, userId };
      const record = await context.load(context.services.patientDirectory.findMany, key);
      return (
        toReviews(key, record?.patient.reviews ?? []).find(
          (review) => review.clinicianId === clinicianId && String(review.time) === time,
        ) ?? null
      );
    },
    way: wayToPatient,
  }),
  nodeType<PatientDataSource>({
    type: 'PatientDataSource',
    key: ({ clinicId, userId, providerName, dataSourceId = '', number }) => [
      ...[clinicId, userId, providerName, dataSourceId],
      String(number),
    ],
    load: async (context, clinicId, userId, providerName, dataSourceId, number) => {
      const key = { clinicId, userId };
      const record = await context.load(context.services.patientDirectory.findMany, key);
      return (
        toDataSources(key, record?.patient.dataSources ?? null)?.find(
          (source) =>
            source.providerName === providerName &&
            (source.dataSourceId ?? '') === dataSourceId &&
            String(source.number) === number,
        ) ?? null
      );
    },
    way: wayToPatient,
  }),
  nodeType<UncountedTag & Partial<PatientTag>>({
    type: 'PatientTag',
    ownId: hex24,
    load: async (context, id) => {
      const tag = await context.load(context.services.patientTags.findNames, id);
      if (!tag) return null;
      const isShown = (await belongsToClinic(context, tag.clinicId)) || (await hasTag(context, tag));
      return isShown ? tag : null;
    },
    way: ({ clinicId }) => ({ type: 'Clinic', field: 'patientTags', parent: { id: clinicId } }),
  }),
  nodeType<Site & { clinicId: string }>({
    type: 'Site',
    ownId: hex24,
    load: async (context, id) => {
      const site = await context.load(context.services.sites.findNames, id);
      if (!site || !(await belongsToClinic(context, site.clinicId))) return null;
      const counted = await context.load(context.services.sites.ofClinics, site.clinicId);
      return counted.find((each) => each.id === id) ?? null;
    },
    way: ({ clinicId }) => ({ type: 'Clinic', field: 'sites', parent: { id: clinicId } }),
  }),
];
