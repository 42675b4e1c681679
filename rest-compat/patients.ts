import { jsonBody } from './clinic-body';
import { guardOf } from './clinic-guards';
import {
  AddPatientDocument,
  CreatePatientDocument,
  PatientDocument,
  RemoveClinicPermissionDocument,
  RemovePatientDocument,
  ReviewPatientDocument,
  RevertPatientReviewDocument,
  SendUploadReminderDocument,
  SetClinicPermissionsDocument,
  UpdatePatientDocument,
} from './generated/operations';
import { checkedAccountId, checkedClinicId } from './path-ids';
import {
  clearedIn,
  clinicPermissionOf,
  clinicPermissionsOf,
  patientBody,
  patientErrors as errors,
  patientFieldsOf,
  wholePatientOf,
} from './patient-body';
import { patientOnWire, reviewsOnWire } from './patient-on-wire';
import { route, type RestRequest, type Route } from './route';
import { arrayOf, ref } from './schemas';

const tag = 'Clinics';

const patientReply = { status: 200, description: 'The patient.', schema: ref('Patient') };
const reviewsReply = {
  status: 200,
  description: 'The last two reviews, newest first.',
  schema: arrayOf(ref('PatientReview')),
};

const keyOf = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  userId: checkedAccountId(request, 'patientId'),
});

const permissionsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name.toLowerCase(), {}]));

/** The patients of clinics. */
export const patientRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients',
    tag,
    summary: 'Opens an account for somebody who becomes a patient of the clinic.',
    body: jsonBody('PatientFields', 'What is known of the patient.'),
    success: patientReply,
    failures: [400, 401, 402, 403, 404, 409, 413, 422],
    errors,
    guard: guardOf('createPatient'),
    operation: CreatePatientDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...wholePatientOf(request.body) },
    }),
    reply: ({ createPatient }) => ({ body: patientOnWire(createPatient.patient) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    summary: 'A patient of a clinic.',
    success: patientReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: ({ params: { clinicId, patientId } }) => ({
      type: 'Query',
      field: 'patient',
      args: { clinicId, userId: patientId },
    }),
    operation: PatientDocument,
    variables: keyOf,
    reply: ({ patient }) => ({ body: patientOnWire(patient) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    summary: 'Makes an account a patient of a clinic; for trusted servers.',
    body: { ...jsonBody('ExistingPatient', 'What account and profile do not tell.'), optional: true },
    success: patientReply,
    failures: [400, 401, 402, 403, 404, 409, 413],
    errors,
    guard: guardOf('addPatient'),
    operation: AddPatientDocument,
    variables(request) {
      const fields = patientBody(request.body ?? {});
      const input = {
        ...keyOf(request),
        ...patientFieldsOf(fields),
        permissions: clinicPermissionsOf(fields.optional('permissions', 'object') ?? {}),
        isMigrated: fields.optional('isMigrated', 'boolean'),
        legacyClinicianId: fields.optional('legacyClinicianId', 'string'),
      };
      return { input };
    },
    reply: ({ addPatient }) => ({ body: patientOnWire(addPatient.patient) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    summary:
      'Changes a patient; address, record number and devices that are absent are cleared, the rest stays.',
    body: jsonBody('PatientFields', 'What is known of the patient.'),
    success: patientReply,
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: guardOf('updatePatient'),
    operation: UpdatePatientDocument,
    variables: (request) => ({
      input: { ...keyOf(request), ...wholePatientOf(request.body), clear: clearedIn(request.body) },
    }),
    reply: ({ updatePatient }) => ({ body: patientOnWire(updatePatient.patient) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    summary: 'Takes a patient out of a clinic.',
    success: { status: 204, description: 'The clinic has no such patient any more.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardOf('removePatient'),
    operation: RemovePatientDocument,
    variables: (request) => ({ input: keyOf(request) }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/permissions',
    tag,
    summary:
      'Replaces what a clinic may do with the account of the caller; with nothing the caller leaves it.',
    body: jsonBody('PermissionSet', 'All that the clinic may do.'),
    success: { status: 200, description: 'What the clinic may do.', schema: ref('PermissionSet') },
    failures: [204, 400, 401, 403, 404, 413],
    errors,
    guard: guardOf('setClinicPermissions'),
    operation: SetClinicPermissionsDocument,
    variables: (request) => ({
      input: { ...keyOf(request), permissions: clinicPermissionsOf(request.body) },
    }),
    reply({ setClinicPermissions: { permissions } }) {
      return permissions.length === 0 ? { status: 204 } : { body: permissionsOf(permissions) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/permissions/{permission}',
    tag,
    summary: 'Takes one permission from a clinic.',
    success: { status: 204, description: 'The clinic does not hold the permission any more.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: ({ params: { clinicId, patientId, permission } }) => ({
      type: 'Mutation',
      field: 'removeClinicPermission',
      args: { input: { clinicId, userId: patientId, permission } },
    }),
    operation: RemoveClinicPermissionDocument,
    variables: (request) => ({
      input: { ...keyOf(request), permission: clinicPermissionOf(request.params.permission ?? '') },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/reviews',
    tag,
    summary: 'Notes that the caller has looked at the data of a patient.',
    success: reviewsReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: guardOf('reviewPatient'),
    operation: ReviewPatientDocument,
    variables: (request) => ({ input: keyOf(request) }),
    reply: ({ reviewPatient }) => ({ body: reviewsOnWire(reviewPatient.reviews) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/reviews',
    tag,
    summary: 'Takes back the last review, which was the caller’s own.',
    success: reviewsReply,
    failures: [400, 401, 403, 404, 409],
    errors,
    guard: guardOf('revertPatientReview'),
    operation: RevertPatientReviewDocument,
    variables: (request) => ({ input: keyOf(request) }),
    reply: ({ revertPatientReview }) => ({ body: reviewsOnWire(revertPatientReview.reviews) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/upload_reminder',
    tag,
    summary: 'Asks a patient by mail to upload data.',
    success: patientReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: guardOf('sendUploadReminder'),
    operation: SendUploadReminderDocument,
    variables: (request) => ({ input: keyOf(request) }),
    reply: ({ sendUploadReminder }) => ({ body: patientOnWire(sendUploadReminder.patient) }),
  }),
];
