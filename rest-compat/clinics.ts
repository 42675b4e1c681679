import { ClinicsResolver } from '../resolvers/clinics';
import { clinicErrors as errors, clinicFieldsOf, jsonBody } from './clinic-body';
import { guardOf } from './clinic-guards';
import { clinicOnWire } from './clinic-on-wire';
import { partOf, partParameters } from './clinic-query';
import {
  ClinicByShareCodeDocument,
  ClinicDocument,
  CreateClinicDocument,
  DeleteClinicDocument,
  UpdateClinicDocument,
} from './generated/operations';
import { checkedClinicId } from './path-ids';
import { bulkRoute, route, type Route } from './route';
import { arrayOf, ref } from './schemas';

const tag = 'Clinics';

const clinicReply = { status: 200, description: 'The clinic.', schema: ref('Clinic') };
const clinicBodyOf = () => jsonBody('ClinicFields', 'What is said about the clinic.');

/** Clinics. */
export const clinicRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics',
    tag,
    summary: 'Clinics in the order of their creation; for trusted servers.',
    query: {
      ...partParameters,
      shareCode: { description: 'Only the clinic that this code finds.' },
      createdTimeStart: { description: 'Only clinics opened at this instant or later.' },
      createdTimeEnd: { description: 'Only clinics opened before this instant.' },
      ehrEnabled: { description: 'Only clinics that are connected to a health record system, or are not.' },
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
      return ClinicsResolver.list(context, filter, partOf(query));
    },
    reply: (clinics) => ({ body: clinics.map(clinicOnWire) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics',
    tag,
    summary: 'Opens a clinic, whose first administrator is the caller.',
    body: clinicBodyOf(),
    success: clinicReply,
    failures: [400, 401, 403, 413],
    errors,
    guard: () => ({ type: 'Mutation', field: 'createClinic' }),
    operation: CreateClinicDocument,
    variables: ({ body }) => ({ input: clinicFieldsOf(body) }),
    reply: ({ createClinic }) => ({ body: clinicOnWire(createClinic.clinic) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/share_code/{shareCode}',
    tag,
    summary: 'The clinic that a share code finds; its people and trusted servers see all of it.',
    success: clinicReply,
    failures: [401, 404],
    errors,
    operation: ClinicByShareCodeDocument,
    variables: ({ params: { shareCode = '' } }) => ({ code: shareCode }),
    // Clients look the clinic up by the code that they have asked with.
    reply: ({ clinicByShareCode }, { params: { shareCode } }) => ({
      body: { ...clinicOnWire(clinicByShareCode), shareCode },
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}',
    tag,
    summary: 'A clinic; its people and trusted servers see all of it.',
    success: clinicReply,
    failures: [400, 401, 404],
    errors,
    operation: ClinicDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: ({ clinic }) => ({ body: clinicOnWire(clinic) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}',
    tag,
    summary: 'Changes what is said about a clinic; phone numbers and time zone that are absent are cleared.',
    body: clinicBodyOf(),
    success: clinicReply,
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardOf('updateClinic'),
    operation: UpdateClinicDocument,
    variables(request) {
      const fields = clinicFieldsOf(request.body);
      const clear = [
        ...(fields.phoneNumbers === undefined ? (['PHONE_NUMBERS'] as const) : []),
        ...(fields.timezone === undefined ? (['TIMEZONE'] as const) : []),
      ];
      return { input: { clinicId: checkedClinicId(request), ...fields, clear } };
    },
    reply: ({ updateClinic }) => ({ body: clinicOnWire(updateClinic.clinic) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}',
    tag,
    summary: 'Closes a clinic that has no patients but the demo patient.',
    success: { status: 204, description: 'The clinic is closed.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardOf('deleteClinic'),
    operation: DeleteClinicDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request) } }),
    reply: () => ({}),
  }),
];
