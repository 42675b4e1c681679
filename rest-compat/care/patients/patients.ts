import { clinicBody, jsonBody } from '../clinics/clinic-body';
import { guardFields } from '../clinics/clinic-guards';
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
} from '../../generated/operations';
import { checkedAccountId, checkedClinicId } from '../../path-ids';
import {
  joiningFields,
  toClinicPermission,
  readClinicPermissions,
  patientErrors as errors,
  patientFields,
  readWholePatient,
} from './patient-body';
import { patientOnWire, reviewsOnWire } from './patient-on-wire';
import { route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';
import { expectedVersion, ifMatch } from '../../entity-tag';

const tag = 'Clinics';

const patientReply = { status: 200, description: 'The patient.', schema: ref('Patient') };
const reviewsReply = {
  status: 200,
  description: describedAs('Patient.reviews'),
  schema: arrayOf(ref('PatientReview')),
};

const readKey = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  userId: checkedAccountId(request, 'patientId'),
});

const toPermissions = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name.toLowerCase(), {}]));

/** Patients of clinics. */
export const patientRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients',
    tag,
    summary: 'Creates an account for a new patient of the clinic.',
    body: jsonBody('PatientFields', 'What is known of the patient.'),
    success: patientReply,
    failures: [400, 401, 402, 403, 404, 409, 413, 422, 429],
    errors,
    guard: guardFields('createPatient'),
    operation: CreatePatientDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...readWholePatient(clinicBody(request.body)) },
    }),
    reply: ({ createPatient }) => ({ body: patientOnWire(createPatient.patient) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    success: patientReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: ({ params: { clinicId, patientId } }) => ({
      type: 'Query',
      field: 'patient',
      args: { clinicId, userId: patientId },
    }),
    operation: PatientDocument,
    variables: readKey,
    reply: ({ patient }) => ({ body: patientOnWire(patient), version: patient.version }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    summary: 'Adds an account to a clinic as a patient; for trusted servers.',
    body: { ...jsonBody('ExistingPatient', 'What account and profile do not tell.'), optional: true },
    success: patientReply,
    failures: [400, 401, 402, 403, 404, 409, 413],
    errors,
    guard: guardFields('addPatient'),
    operation: AddPatientDocument,
    variables(request) {
      const fields = clinicBody(request.body ?? {});
      const input = {
        ...readKey(request),
        ...joiningFields.read(fields),
        permissions: readClinicPermissions(fields.optional('permissions', 'object') ?? {}),
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
      'Changes a patient. Absent address, record number and devices are cleared; other absent fields stay.',
    headers: ifMatch,
    body: jsonBody('PatientFields', 'What is known of the patient.'),
    success: patientReply,
    failures: [400, 401, 403, 404, 409, 412, 413, 422, 429],
    errors,
    guard: guardFields('updatePatient'),
    operation: UpdatePatientDocument,
    variables(request) {
      const fields = clinicBody(request.body);
      return {
        input: {
          ...readKey(request),
          ...readWholePatient(fields),
          clear: patientFields.cleared(fields),
          expectedVersion: expectedVersion(request),
        },
      };
    },
    reply: ({ updatePatient: { patient } }) => ({ body: patientOnWire(patient), version: patient.version }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patients/{patientId}',
    tag,
    summary: 'Removes a patient from a clinic.',
    success: { status: 204, description: 'The account is not a patient of the clinic.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardFields('removePatient'),
    operation: RemovePatientDocument,
    variables: (request) => ({ input: readKey(request) }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/permissions',
    tag,
    summary:
      'Replaces the permissions of a clinic on the caller’s account. Without permissions, the caller leaves the clinic.',
    body: jsonBody('PermissionSet', 'All that the clinic may do.'),
    success: { status: 200, description: 'The permissions of the clinic.', schema: ref('PermissionSet') },
    failures: [204, 400, 401, 403, 404, 413],
    errors,
    guard: guardFields('setClinicPermissions'),
    operation: SetClinicPermissionsDocument,
    variables: (request) => ({
      input: { ...readKey(request), permissions: readClinicPermissions(request.body) },
    }),
    reply({ setClinicPermissions: { permissions } }) {
      return permissions.length === 0 ? { status: 204 } : { body: toPermissions(permissions) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/permissions/{permission}',
    tag,
    summary: 'Revokes one permission from a clinic.',
    success: { status: 204, description: 'The permission is revoked.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: ({ params: { clinicId, patientId, permission } }) => ({
      type: 'Mutation',
      field: 'removeClinicPermission',
      args: { input: { clinicId, userId: patientId, permission } },
    }),
    operation: RemoveClinicPermissionDocument,
    variables: (request) => ({
      input: { ...readKey(request), permission: toClinicPermission(request.params.permission ?? '') },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/reviews',
    tag,
    summary: 'Records that the caller has reviewed a patient’s data.',
    success: reviewsReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: guardFields('reviewPatient'),
    operation: ReviewPatientDocument,
    variables: (request) => ({ input: readKey(request) }),
    reply: ({ reviewPatient }) => ({ body: reviewsOnWire(reviewPatient.reviews) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/reviews',
    tag,
    success: reviewsReply,
    failures: [400, 401, 403, 404, 409],
    errors,
    guard: guardFields('revertPatientReview'),
    operation: RevertPatientReviewDocument,
    variables: (request) => ({ input: readKey(request) }),
    reply: ({ revertPatientReview }) => ({ body: reviewsOnWire(revertPatientReview.reviews) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/upload_reminder',
    tag,
    success: patientReply,
    failures: [400, 401, 403, 404, 429],
    errors,
    guard: guardFields('sendUploadReminder'),
    operation: SendUploadReminderDocument,
    variables: (request) => ({ input: readKey(request) }),
    reply: ({ sendUploadReminder }) => ({ body: patientOnWire(sendUploadReminder.patient) }),
  }),
];
