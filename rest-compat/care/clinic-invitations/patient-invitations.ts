import { InvitationResolver } from '../../../resolvers/identity/confirmations/invitations';
import { PatientInvitationsResolver } from '../../../resolvers/care/clinic-invitations/patient-invitations';
import { clinicBody, jsonBody } from '../clinics/clinic-body';
import { guardFields, guardOfClinic } from '../clinics/clinic-guards';
import { invitationOnWire } from '../../identity/confirmations/confirmation-on-wire';
import {
  AcceptPatientInvitationDocument,
  EndPatientInvitationDocument,
  InviteClinicDocument,
  type Permission,
} from '../../generated/operations';
import { checkedClinicId, checkedUserId } from '../../path-ids';
import { joiningFields, patientErrors as errors } from '../patients/patient-body';
import { patientOnWire } from '../patients/patient-on-wire';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';

const tag = 'Clinics';
const notAllowed = { status: 401, message: 'Unauthorized' } as const;

const invitationReply = { status: 200, description: 'The invitation.', schema: ref('Confirmation') };

/** Older clients prefix the path with `/confirm`. */
const spelled = (path: string) => [path, `/confirm${path}`];

const ofClinic = '/v1/clinics/{clinicId}/invites/patients';

const readInvite = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  key: request.params.inviteId ?? '',
});

const names: Readonly<Record<string, Permission>> = { view: 'VIEW', upload: 'UPLOAD', note: 'NOTE' };

/** The permissions in a body that a clinic can have. */
const readPermissions = (permissions: object): Permission[] =>
  Object.entries(permissions).flatMap(([name, value]) => (value === null ? [] : (names[name] ?? [])));

/** Invitations from people to clinics to view their data. */
export const patientInvitationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/confirm/send/invite/{userId}/clinic',
    tag,
    summary: 'Invites the clinic with a share code to view the data of an account.',
    body: jsonBody('InvitedClinic', 'The clinic, and what it may do.'),
    success: invitationReply,
    failures: [400, 401, 404, 409, 413],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'Mutation',
      field: 'inviteClinic',
      args: { input: { userId } },
    }),
    operation: InviteClinicDocument,
    variables(request) {
      const fields = clinicBody(request.body);
      const shareCode = fields.required('shareCode', 'string');
      const permissions = readPermissions(fields.required('permissions', 'object'));
      return { input: { userId: checkedUserId(request), shareCode, permissions } };
    },
    reply: ({ inviteClinic }) => ({ body: invitationOnWire(inviteClinic.invitation) }),
  }),
  bulkRoute({
    method: 'GET',
    path: spelled(ofClinic),
    tag,
    summary: 'Invitations from people who want to become patients of a clinic.',
    success: {
      status: 200,
      description: 'The invitations, newest first.',
      schema: arrayOf(ref('Confirmation')),
    },
    failures: [400, 401],
    errors,
    refusedWith: notAllowed,
    guard: guardOfClinic('patientInvitations'),
    async call(request) {
      const { context } = request;
      const invitations = await PatientInvitationsResolver.ofClinic(context, checkedClinicId(request));
      const creators = await InvitationResolver.findCreators(context, invitations);
      return invitations.map((invitation, index) =>
        invitationOnWire({ ...invitation, creator: creators[index] ?? {} }),
      );
    },
    reply: (body) => ({ body }),
  }),
  route({
    method: 'PUT',
    path: spelled(`${ofClinic}/{inviteId}`),
    tag,
    body: { ...jsonBody('JoiningPatient', 'What the clinic knows better.'), optional: true },
    success: { status: 200, description: 'The patient.', schema: ref('Patient') },
    failures: [400, 401, 403, 404, 413],
    errors,
    refusedWith: notAllowed,
    guard: guardFields('acceptPatientInvitation'),
    operation: AcceptPatientInvitationDocument,
    variables: (request) => ({
      input: { ...readInvite(request), ...joiningFields.read(clinicBody(request.body ?? {})) },
    }),
    reply: ({ acceptPatientInvitation }) => ({ body: patientOnWire(acceptPatientInvitation.patient) }),
  }),
  route({
    method: 'DELETE',
    path: spelled(`${ofClinic}/{inviteId}`),
    tag,
    success: invitationReply,
    failures: [400, 401, 403],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { clinicId, inviteId } }) => ({
      type: 'Mutation',
      field: 'endPatientInvitation',
      args: { input: { clinicId, key: inviteId } },
    }),
    operation: EndPatientInvitationDocument,
    variables: (request) => ({ input: readInvite(request) }),
    reply: ({ endPatientInvitation }) => ({ body: invitationOnWire(endPatientInvitation.invitation) }),
  }),
];
