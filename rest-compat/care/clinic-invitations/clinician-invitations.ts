import {
  ClinicianInvitationResolver,
  ClinicianInvitationsResolver,
} from '../../../resolvers/care/clinic-invitations/clinician-invitations';
import type { ClinicianInvitation } from '../../../resolvers/care/clinic-invitations/clinic-invitations.types';
import { notFound } from '../../../src/platform/errors';
import type { RequestContext } from '../../../src/request/request-context';
import { clinicBody, clinicErrors as errors, jsonBody, invitedClinician } from '../clinics/clinic-body';
import { clinicianOnWire } from '../clinics/clinic-on-wire';
import { confirmationOnWire } from '../../identity/confirmations/confirmation-on-wire';
import {
  AcceptClinicianInvitationDocument,
  AssociateClinicianDocument,
  CancelClinicianInvitationDocument,
  ClinicianInvitationDocument,
  DeclineClinicianInvitationDocument,
  InviteClinicianDocument,
  InvitedClinicianDocument,
  RemoveInvitedClinicianDocument,
  ResendClinicianInvitationDocument,
} from '../../generated/operations';
import { checkedClinicId, checkedUserId } from '../../path-ids';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';

const tag = 'Clinics';
const notAllowed = { status: 401, message: 'Unauthorized' } as const;

const clinicianReply = { status: 200, description: 'The clinician.', schema: ref('Clinician') };
const invitationReply = { status: 200, description: 'The invitation.', schema: ref('Confirmation') };
const okReply = {
  status: 200,
  description: 'The text OK.',
  schema: { type: 'string' },
  mediaType: 'text/plain',
};

/** Older clients prefix the path with `/confirm`. */
const spelled = (path: string) => [path, `/confirm${path}`];

const ofClinic = '/v1/clinics/{clinicId}/invites/clinicians';
const ofUser = '/v1/clinicians/{userId}/invites';

const readInvite = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  key: request.params.inviteId ?? '',
});

const readAnswer = (request: RestRequest) => ({
  userId: checkedUserId(request),
  key: request.params.inviteId ?? '',
});

const guardFields =
  (field: string) =>
  ({ params: { clinicId, userId } }: RestRequest) => ({
    type: 'Mutation',
    field,
    args: { input: { clinicId, userId } },
  });

type Shown = Parameters<typeof confirmationOnWire>[1] & {
  clinicId: string;
  clinic: { name: string };
  restrictions?: object | null;
};

function invitationOnWire(invitation: Shown) {
  const shown = confirmationOnWire('clinician_invitation', invitation, null);
  const { clinicId, clinic, restrictions = null } = invitation;
  return { ...shown, creator: { ...shown.creator, clinicId, clinicName: clinic.name }, restrictions };
}

async function receivedOnWire(context: RequestContext, invitations: readonly ClinicianInvitation[]) {
  // Clients treat "not found" as an empty list, and an empty list as a failure.
  if (invitations.length === 0) throw notFound('There are no open invitations.');
  const creators = await Promise.all(
    invitations.map((invitation) => ClinicianInvitationResolver.findCreator(context, invitation)),
  );
  return invitations.map((invitation, index) =>
    invitationOnWire({
      ...invitation,
      creator: creators[index] ?? {},
      clinic: { name: creators[index]?.clinicName ?? '' },
    }),
  );
}

/** Invitations to work in clinics. */
export const clinicianInvitationRoutes: Route[] = [
  route({
    method: 'POST',
    path: spelled(ofClinic),
    tag,
    summary: 'Invites a person to work in a clinic.',
    body: jsonBody('InvitedClinician', 'Whom, and what they are to be.'),
    success: clinicianReply,
    failures: [400, 401, 404, 409, 413, 422, 429],
    errors,
    refusedWith: notAllowed,
    guard: guardFields('inviteClinician'),
    operation: InviteClinicianDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...invitedClinician.read(clinicBody(request.body)) },
    }),
    reply: ({ inviteClinician }) => ({ body: clinicianOnWire(inviteClinician.clinician) }),
  }),
  route({
    method: 'GET',
    path: spelled(`${ofClinic}/{inviteId}`),
    tag,
    summary: 'An open invitation to work in a clinic.',
    success: invitationReply,
    failures: [400, 401, 404, 422],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { clinicId } }) => ({
      type: 'Query',
      field: 'clinicianInvitation',
      args: { clinicId },
    }),
    operation: ClinicianInvitationDocument,
    variables: readInvite,
    reply: ({ clinicianInvitation }) => ({ body: invitationOnWire(clinicianInvitation) }),
  }),
  route({
    method: 'PATCH',
    path: spelled(`${ofClinic}/{inviteId}`),
    tag,
    success: invitationReply,
    failures: [400, 401, 404, 422, 429],
    errors,
    refusedWith: notAllowed,
    guard: guardFields('resendClinicianInvitation'),
    operation: ResendClinicianInvitationDocument,
    variables: (request) => ({ input: readInvite(request) }),
    reply: ({ resendClinicianInvitation }) => ({
      body: invitationOnWire(resendClinicianInvitation.invitation),
    }),
  }),
  route({
    method: 'DELETE',
    path: spelled(`${ofClinic}/{inviteId}`),
    tag,
    success: okReply,
    failures: [400, 401, 404, 422],
    errors,
    refusedWith: notAllowed,
    guard: guardFields('cancelClinicianInvitation'),
    operation: CancelClinicianInvitationDocument,
    variables: (request) => ({ input: readInvite(request) }),
    reply: () => ({ text: 'OK' }),
  }),
  route({
    method: 'GET',
    path: `${ofClinic}/{inviteId}/clinician`,
    tag,
    summary: 'The record of an invited member; for trusted servers.',
    success: clinicianReply,
    failures: [400, 401, 403, 404, 422],
    errors,
    guard: () => ({ type: 'Query', field: 'invitedClinician' }),
    operation: InvitedClinicianDocument,
    variables: readInvite,
    reply: ({ invitedClinician }) => ({ body: clinicianOnWire(invitedClinician) }),
  }),
  route({
    method: 'PATCH',
    path: `${ofClinic}/{inviteId}/clinician`,
    tag,
    summary: 'Links the record of an invited member to an account; for trusted servers.',
    body: jsonBody('AssociatedClinician', 'The account.'),
    success: clinicianReply,
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'associateClinician' }),
    operation: AssociateClinicianDocument,
    variables: (request) => ({
      input: { ...readInvite(request), userId: clinicBody(request.body).required('userId', 'string') },
    }),
    reply: ({ associateClinician }) => ({ body: clinicianOnWire(associateClinician.clinician) }),
  }),
  route({
    method: 'DELETE',
    path: `${ofClinic}/{inviteId}/clinician`,
    tag,
    summary: 'Removes the record of an invited member; for trusted servers.',
    success: { status: 200, description: 'The record does not exist.' },
    failures: [400, 401, 403, 404, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'removeInvitedClinician' }),
    operation: RemoveInvitedClinicianDocument,
    variables: (request) => ({ input: readInvite(request) }),
    reply: () => ({}),
  }),
  bulkRoute({
    method: 'GET',
    path: spelled(ofUser),
    tag,
    summary: 'Open invitations to work in clinics that the caller can answer.',
    success: {
      status: 200,
      description: 'The invitations, newest first.',
      schema: arrayOf(ref('Confirmation')),
    },
    failures: [400, 401, 404],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'User',
      field: 'clinicianInvitations',
      parent: { id: userId },
    }),
    call: async (request) =>
      receivedOnWire(
        request.context,
        await ClinicianInvitationsResolver.received(request.context, checkedUserId(request)),
      ),
    reply: (body) => ({ body }),
  }),
  route({
    method: 'PUT',
    path: spelled(`${ofUser}/{inviteId}`),
    tag,
    success: clinicianReply,
    failures: [400, 401, 403, 404, 409, 422],
    errors,
    refusedWith: notAllowed,
    guard: guardFields('acceptClinicianInvitation'),
    operation: AcceptClinicianInvitationDocument,
    variables: (request) => ({ input: readAnswer(request) }),
    reply: ({ acceptClinicianInvitation }) => ({
      body: clinicianOnWire(acceptClinicianInvitation.clinician),
    }),
  }),
  route({
    method: 'DELETE',
    path: spelled(`${ofUser}/{inviteId}`),
    tag,
    success: okReply,
    failures: [400, 401, 404, 422],
    errors,
    refusedWith: notAllowed,
    guard: guardFields('declineClinicianInvitation'),
    operation: DeclineClinicianInvitationDocument,
    variables: (request) => ({ input: readAnswer(request) }),
    reply: () => ({ text: 'OK' }),
  }),
];
