import { CliniciansResolver } from '../resolvers/clinicians';
import { addressInBody } from '../src/clinics/clinician-body';
import { clinicBody, clinicErrorsWith, jsonBody, rolesOf } from './clinic-body';
import { guardOfClinic } from './clinic-guards';
import { clinicianOnWire } from './clinic-on-wire';
import { partOf, partParameters } from './clinic-query';
import {
  AddClinicianDocument,
  ClinicianDocument,
  RemoveClinicianDocument,
  UpdateClinicianDocument,
} from './generated/operations';
import { checkedAccountId, checkedClinicId } from './path-ids';
import { bulkRoute, route, type RestRequest, type Route } from './route';
import { arrayOf, ref } from './schemas';

const tag = 'Clinics';
const errors = clinicErrorsWith({ userId: 'id' });

const clinicianReply = { status: 200, description: 'The clinician.', schema: ref('Clinician') };

const keyOf = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  userId: checkedAccountId(request, 'clinicianId'),
});

/** The rule of a field, asked with clinic and clinician of the path. */
const namedIn = ({ params: { clinicId, clinicianId } }: RestRequest) => ({ clinicId, userId: clinicianId });

function clinicianOf(body: unknown) {
  const fields = clinicBody(body);
  return {
    email: addressInBody(fields.required('email', 'string')),
    roles: rolesOf(fields),
    name: fields.optional('name', 'string'),
    userId: fields.optional('id', 'string'),
    inviteId: fields.optional('inviteId', 'string'),
  };
}

/** The people who work in clinics. */
export const clinicianRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/clinicians',
    tag,
    summary: 'Who works in a clinic or was invited to, who came last first.',
    query: {
      ...partParameters,
      search: {
        description:
          'Only those whose name or address contains all of these words, in any order and without regard to case and accents.',
      },
      email: { description: 'Only who has this address, in any case.' },
      role: { description: 'Only those who have this role.' },
    },
    success: { status: 200, description: 'The clinicians.', schema: arrayOf(ref('Clinician')) },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('clinicians'),
    call(request) {
      const { query, context } = request;
      const filter = {
        search: query.typedText('search'),
        email: query.nonEmptyText('email'),
        role: query.nonEmptyText('role'),
      };
      return CliniciansResolver.list(context, checkedClinicId(request), filter, partOf(query));
    },
    reply: (clinicians) => ({ body: clinicians.map(clinicianOnWire) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/clinicians',
    tag,
    summary: 'Adds somebody to a clinic; for trusted servers.',
    body: jsonBody('NewClinician', 'Who it is.'),
    success: clinicianReply,
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'addClinician' }),
    operation: AddClinicianDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...clinicianOf(request.body) },
    }),
    reply: ({ addClinician }) => ({ body: clinicianOnWire(addClinician.clinician) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/clinicians/{clinicianId}',
    tag,
    summary: 'Somebody who works in a clinic.',
    success: clinicianReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({ type: 'Query', field: 'clinician', args: namedIn(request) }),
    operation: ClinicianDocument,
    variables: keyOf,
    reply: ({ clinician }) => ({ body: clinicianOnWire(clinician) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/clinicians/{clinicianId}',
    tag,
    summary: 'Changes the roles and the name of somebody; the last administrator stays one.',
    body: jsonBody('ClinicianFields', 'Roles and name.'),
    success: clinicianReply,
    failures: [400, 401, 403, 404, 413, 422],
    errors,
    guard: (request) => ({ type: 'Mutation', field: 'updateClinician', args: { input: namedIn(request) } }),
    operation: UpdateClinicianDocument,
    variables(request) {
      const { roles, name } = clinicianOf(request.body);
      return { input: { ...keyOf(request), roles, name } };
    },
    reply: ({ updateClinician }) => ({ body: clinicianOnWire(updateClinician.clinician) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/clinicians/{clinicianId}',
    tag,
    summary: 'Takes somebody out of a clinic; the last administrator stays.',
    success: { status: 200, description: 'The clinician is no member any more.' },
    failures: [400, 401, 403, 404, 422],
    errors,
    guard: (request) => ({ type: 'Mutation', field: 'removeClinician', args: { input: namedIn(request) } }),
    operation: RemoveClinicianDocument,
    variables: (request) => ({ input: keyOf(request) }),
    reply: () => ({}),
  }),
];
