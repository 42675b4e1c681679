import { ClinicsResolver } from '../../../resolvers/care/clinics/clinics';
import { clinicBody, clinicErrors as errors, clinicFields, jsonBody } from './clinic-body';
import { guardFields } from './clinic-guards';
import { clinicOnWire } from './clinic-on-wire';
import { readPart, partParameters } from './clinic-query';
import {
  ClinicByShareCodeDocument,
  ClinicDocument,
  CreateClinicDocument,
  DeleteClinicDocument,
  UpdateClinicDocument,
} from '../../generated/operations';
import { checkedClinicId } from '../../path-ids';
import { bulkRoute, route, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';
import { expectedVersion, ifMatch } from '../../entity-tag';

const tag = 'Clinics';

const clinicReply = { status: 200, description: 'The clinic.', schema: ref('Clinic') };
const describeClinicBody = () => jsonBody('ClinicFields', 'What is said about the clinic.');

/** Clinics. */
export const clinicRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics',
    tag,
    summary: 'Clinics in order of creation; for trusted servers.',
    query: {
      ...partParameters,
      shareCode: { description: describedAs('Query.clinics(shareCode)') },
      createdTimeStart: { description: describedAs('Query.clinics(createdFrom)') },
      createdTimeEnd: { description: describedAs('Query.clinics(createdTo)') },
      ehrEnabled: { description: describedAs('Query.clinics(ehrEnabled)') },
    },
    success: { status: 200, description: 'The clinics.', schema: arrayOf(ref('Clinic')) },
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Query', field: 'clinics' }),
    call({ query, context }) {
      const filter = {
        shareCode: query.nonEmptyText('shareCode'),
        createdFrom: query.nonEmptyInstant('createdTimeStart'),
        createdTo: query.nonEmptyInstant('createdTimeEnd'),
        ehrEnabled: query.boolean('ehrEnabled'),
      };
      return ClinicsResolver.list(context, filter, readPart(query));
    },
    reply: (clinics) => ({ body: clinics.map(clinicOnWire) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics',
    tag,
    body: describeClinicBody(),
    success: clinicReply,
    failures: [400, 401, 403, 413, 429],
    errors,
    guard: () => ({ type: 'Mutation', field: 'createClinic' }),
    operation: CreateClinicDocument,
    variables: ({ body }) => ({ input: clinicFields.read(clinicBody(body)) }),
    reply: ({ createClinic }) => ({ body: clinicOnWire(createClinic.clinic) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/share_code/{shareCode}',
    tag,
    summary: 'The clinic with a share code. Members and trusted servers see all of its fields.',
    success: clinicReply,
    failures: [401, 404],
    errors,
    operation: ClinicByShareCodeDocument,
    variables: ({ params: { shareCode = '' } }) => ({ code: shareCode }),
    // Clients find the clinic in the response by the code in the request.
    reply: ({ clinicByShareCode }, { params: { shareCode } }) => ({
      body: { ...clinicOnWire(clinicByShareCode), shareCode },
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}',
    tag,
    summary: 'A clinic. Members and trusted servers see all of its fields.',
    success: clinicReply,
    failures: [400, 401, 404],
    errors,
    operation: ClinicDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: ({ clinic }) => ({ body: clinicOnWire(clinic), version: clinic.version }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}',
    tag,
    summary: 'Changes the details of a clinic. Absent phone numbers and time zone are cleared.',
    headers: ifMatch,
    body: describeClinicBody(),
    success: clinicReply,
    failures: [400, 401, 403, 404, 412, 413],
    errors,
    guard: guardFields('updateClinic'),
    operation: UpdateClinicDocument,
    variables(request) {
      const body = clinicBody(request.body);
      const clear = clinicFields.cleared(body);
      const key = { clinicId: checkedClinicId(request), expectedVersion: expectedVersion(request) };
      return { input: { ...key, ...clinicFields.read(body), clear } };
    },
    reply: ({ updateClinic: { clinic } }) => ({ body: clinicOnWire(clinic), version: clinic.version }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}',
    tag,
    success: { status: 204, description: 'The clinic is deleted.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardFields('deleteClinic'),
    operation: DeleteClinicDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request) } }),
    reply: () => ({}),
  }),
];
