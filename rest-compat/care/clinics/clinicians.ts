import { CliniciansResolver } from '../../../resolvers/care/clinics/clinicians';
import { clinicBody, clinicErrorsWith, jsonBody, newClinician } from './clinic-body';
import { guardOfClinic } from './clinic-guards';
import { clinicianOnWire } from './clinic-on-wire';
import { readPart, partParameters } from './clinic-query';
import {
  AddClinicianDocument,
  ClinicianDocument,
  RemoveClinicianDocument,
  UpdateClinicianDocument,
} from '../../generated/operations';
import { checkedAccountId, checkedClinicId } from '../../path-ids';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';
import { expectedVersion, ifMatch } from '../../entity-tag';

const tag = 'Clinics';
const errors = clinicErrorsWith({ userId: 'id' });

const clinicianReply = { status: 200, description: 'The clinician.', schema: ref('Clinician') };

const readKey = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  userId: checkedAccountId(request, 'clinicianId'),
});

/** Guard: the rule of a field with the clinic and clinician of the path. */
const namedIn = ({ params: { clinicId, clinicianId } }: RestRequest) => ({ clinicId, userId: clinicianId });

/** Members of clinics. */
export const clinicianRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/clinicians',
    tag,
    summary: 'Members and invited members of a clinic, newest first.',
    query: {
      ...partParameters,
      search: {
        description: describedAs('Clinic.clinicians(search)'),
      },
      email: { description: describedAs('Clinic.clinicians(email)') },
      role: { description: describedAs('Clinic.clinicians(role)') },
    },
    success: { status: 200, description: 'The clinicians.', schema: arrayOf(ref('Clinician')) },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('clinicians'),
    call(request) {
      const { query, context } = request;
      const filter = {
        search: query.nonEmptyText('search'),
        email: query.nonEmptyUnspaced('email'),
        role: query.nonEmptyText('role'),
      };
      return CliniciansResolver.list(context, checkedClinicId(request), filter, readPart(query));
    },
    reply: (clinicians) => ({ body: clinicians.map(clinicianOnWire) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/clinicians',
    tag,
    summary: 'Adds a member to a clinic; for trusted servers.',
    body: jsonBody('NewClinician', 'Who it is.'),
    success: clinicianReply,
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'addClinician' }),
    operation: AddClinicianDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...newClinician.read(clinicBody(request.body)) },
    }),
    reply: ({ addClinician }) => ({ body: clinicianOnWire(addClinician.clinician) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/clinicians/{clinicianId}',
    tag,
    success: clinicianReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({ type: 'Query', field: 'clinician', args: namedIn(request) }),
    operation: ClinicianDocument,
    variables: readKey,
    reply: ({ clinician }) => ({ body: clinicianOnWire(clinician), version: clinician.version }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/clinicians/{clinicianId}',
    tag,
    summary: 'Changes the roles and the name of a member. The last administrator cannot give up that role.',
    headers: ifMatch,
    body: jsonBody('ClinicianFields', 'Roles and name.'),
    success: clinicianReply,
    failures: [400, 401, 403, 404, 412, 413, 422],
    errors,
    guard: (request) => ({ type: 'Mutation', field: 'updateClinician', args: { input: namedIn(request) } }),
    operation: UpdateClinicianDocument,
    variables(request) {
      const { roles, name } = newClinician.read(clinicBody(request.body));
      const key = { ...readKey(request), expectedVersion: expectedVersion(request) };
      return { input: { ...key, roles, name: name ?? null } };
    },
    reply: ({ updateClinician: { clinician } }) => ({
      body: clinicianOnWire(clinician),
      version: clinician.version,
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/clinicians/{clinicianId}',
    tag,
    summary: 'Removes a member from a clinic. The last administrator cannot be removed.',
    success: { status: 200, description: 'The person is not a member of the clinic.' },
    failures: [400, 401, 403, 404, 422],
    errors,
    guard: (request) => ({ type: 'Mutation', field: 'removeClinician', args: { input: namedIn(request) } }),
    operation: RemoveClinicianDocument,
    variables: (request) => ({ input: readKey(request) }),
    reply: () => ({}),
  }),
];
