import {
  ClinicRelationsResolver,
  type ClinicianOfClinic,
  type PatientOfClinic,
} from '../../../resolvers/care/patients/clinic-relations';
import { badInput } from '../../../src/platform/errors';
import { clinicBody, clinicErrors as errors, jsonBody } from '../clinics/clinic-body';
import { clinicianOnWire, clinicOnWire } from '../clinics/clinic-on-wire';
import { readPart, partParameters } from '../clinics/clinic-query';
import { RemoveClinicUserDocument, UpdateClinicUserDocument } from '../../generated/operations';
import { checkedUserId } from '../../path-ids';
import { patientOnWire } from './patient-on-wire';
import type { QueryParameters } from '../../query-parameters';
import { bulkRoute, route, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Clinics';

const cliniciansReply = {
  status: 200,
  description: 'The clinicians, each with the clinic.',
  schema: arrayOf(ref('ClinicianOfClinic')),
};
const patientsReply = {
  status: 200,
  description: 'The patients, each with the clinic.',
  schema: arrayOf(ref('PatientOfClinic')),
};

const cliniciansOnWire = (found: readonly ClinicianOfClinic[]) => ({
  body: found.map(({ clinician, clinic }) => ({
    clinician: clinicianOnWire(clinician),
    clinic: clinicOnWire(clinic),
  })),
});

const patientsOnWire = (found: readonly PatientOfClinic[]) => ({
  body: found.map(({ patient, clinic }) => ({
    patient: patientOnWire(patient),
    clinic: clinicOnWire(clinic),
  })),
});

/** The requested clinics. Throws when the kind of id is missing. */
function readWorkspace(query: QueryParameters): { clinicId?: string; ehrSourceId?: string } {
  const id = query.nonEmptyText('workspaceId');
  const type = query.nonEmptyText('workspaceIdType');
  if (type !== undefined && type !== 'clinicId' && type !== 'ehrSourceId')
    throw badInput('The query parameter workspaceIdType is clinicId or ehrSourceId.');
  if (id === undefined) return {};
  if (type === undefined) throw badInput('The query parameter workspaceIdType is required with workspaceId.');
  return { [type]: id };
}

/** Clinics where accounts work or are patients. */
export const clinicRelationRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/patients/{userId}/clinics',
    tag,
    summary: 'The clinics that an account is a patient of.',
    query: partParameters,
    success: patientsReply,
    failures: [400, 401, 403],
    errors,
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'clinicRecords', parent: { id: userId } }),
    call: (request) =>
      ClinicRelationsResolver.listRecords(request.context, checkedUserId(request), readPart(request.query)),
    reply: patientsOnWire,
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/clinicians/{userId}/clinics',
    tag,
    summary: 'The clinics that an account works in.',
    query: partParameters,
    success: cliniciansReply,
    failures: [400, 401, 403],
    errors,
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'clinics', parent: { id: userId } }),
    call: (request) =>
      ClinicRelationsResolver.listClinics(request.context, checkedUserId(request), readPart(request.query)),
    reply: cliniciansOnWire,
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/clinicians',
    tag,
    summary: 'Clinicians of all clinics; for trusted servers.',
    query: {
      ...partParameters,
      createdTimeStart: { description: describedAs('Query.allClinicians(createdFrom)') },
      createdTimeEnd: { description: describedAs('Query.allClinicians(createdTo)') },
    },
    success: cliniciansReply,
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Query', field: 'allClinicians' }),
    call({ query, context }) {
      const range = {
        createdFrom: query.nonEmptyInstant('createdTimeStart'),
        createdTo: query.nonEmptyInstant('createdTimeEnd'),
      };
      return ClinicRelationsResolver.everybody(context, range, readPart(query));
    },
    reply: cliniciansOnWire,
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/patients',
    tag,
    summary: 'Patients of all clinics that the caller works in.',
    query: {
      ...partParameters,
      mrn: { description: describedAs('Query.findPatients(mrn)') },
      birthDate: { description: 'Birthday, YYYY-MM-DD.' },
      workspaceId: { description: 'Only patients of this clinic.' },
      workspaceIdType: { description: 'The kind of workspaceId: clinicId or ehrSourceId.' },
    },
    success: patientsReply,
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Query', field: 'findPatients' }),
    call({ query, context }) {
      const search = {
        mrn: query.nonEmptyText('mrn'),
        birthDate: query.nonEmptyText('birthDate'),
        ...readWorkspace(query),
      };
      return ClinicRelationsResolver.search(context, search, readPart(query));
    },
    reply: patientsOnWire,
  }),
  route({
    method: 'POST',
    path: '/v1/users/{userId}/clinics',
    tag,
    summary: 'Updates the address of an account in all of its clinics; for trusted servers.',
    body: jsonBody('ClinicUser', 'The address; none when absent.'),
    success: { status: 204, description: 'The address is updated.' },
    failures: [400, 401, 403, 413, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'updateClinicUser' }),
    operation: UpdateClinicUserDocument,
    variables: (request) => ({
      input: {
        userId: checkedUserId(request),
        email: clinicBody(request.body).optional('email', 'string') ?? null,
      },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/clinics',
    tag,
    summary: 'Removes an account from all clinics; for trusted servers.',
    success: { status: 200, description: 'The account belongs to no clinic.' },
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Mutation', field: 'removeClinicUser' }),
    operation: RemoveClinicUserDocument,
    variables: (request) => ({ input: { userId: checkedUserId(request) } }),
    reply: () => ({}),
  }),
];
