import {
  InvitationResolver,
  InvitationsResolver,
} from '../../../resolvers/identity/confirmations/invitations';
import type { Invitation } from '../../../resolvers/identity/confirmations/invitations.types';
import type { RequestContext } from '../../../src/request/request-context';
import { invitationOnWire } from './confirmation-on-wire';
import { reasonErrors } from '../../errors';
import {
  AcceptInvitationDocument,
  CancelInvitationDocument,
  DeclineInvitationDocument,
  ResendInvitationDocument,
  SendInvitationDocument,
} from '../../generated/operations';
import { BodyReader, isJsonBody } from '../../json-body';
import { newInvitation } from './invitation-body';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Confirmations';
const errors = reasonErrors;
const notAllowed = { status: 401, message: 'Unauthorized' } as const;
const invitationReply = (description: string) => ({ status: 200, description, schema: ref('Confirmation') });
const invitationsReply = (description: string) => ({
  status: 200,
  description,
  schema: arrayOf(ref('Confirmation')),
});

const readInvitation = ({ params: { userId = '' }, body }: RestRequest) => ({
  input: { userId, ...newInvitation.read(new BodyReader(body, 'The invitation is not valid.')) },
});

const keyBody = { schema: ref('ConfirmationKey'), description: describedAs('AnswerInvitationInput.key') };

function readAnswer({ params: { userId = '', invitedBy = '' }, body }: RestRequest) {
  const fields = isJsonBody(body) && body.key === '' ? { ...body, key: null } : body;
  const key = new BodyReader(fields, 'The key of the invitation is required.').required('key', 'string');
  return { input: { userId, inviterId: invitedBy, key } };
}

const guarding =
  (field: string) =>
  ({ params: { userId } }: RestRequest) => ({
    type: 'Mutation',
    field,
    args: { userId },
  });

async function onWire(context: RequestContext, list: Promise<Invitation[]>) {
  const invitations = await list;
  const creators = await InvitationResolver.findCreators(context, invitations);
  return invitations.map((invitation, index) =>
    invitationOnWire({ ...invitation, creator: creators[index] ?? {} }),
  );
}

/** Invitations between people. */
export const invitationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/confirm/send/invite/{userId}',
    tag,
    summary: 'Invites a person to the care team of an account.',
    body: {
      schema: ref('NewInvitation'),
      description: 'The person to invite, and the permissions to grant.',
    },
    success: invitationReply('The invitation; its mail is on its way.'),
    failures: [400, 401, 404, 409, 429],
    errors,
    refusedWith: notAllowed,
    guard: guarding('sendInvitation'),
    operation: SendInvitationDocument,
    variables: readInvitation,
    reply: ({ sendInvitation }) => ({ body: invitationOnWire(sendInvitation.invitation) }),
  }),
  route({
    method: 'PATCH',
    path: '/confirm/resend/invite/{key}',
    tag,
    success: invitationReply('The invitation; its mail is on its way.'),
    failures: [401, 403, 409, 429],
    errors,
    operation: ResendInvitationDocument,
    variables: ({ params: { key = '' } }) => ({ input: { key } }),
    reply: ({ resendInvitation }) => ({ body: invitationOnWire(resendInvitation.invitation) }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/confirm/invite/{userId}',
    tag,
    summary: 'The invitations that an account has sent, to people and clinics: pending and declined ones.',
    success: invitationsReply('The invitations, newest first.'),
    failures: [401],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'invitationsSent', parent: { id: userId } }),
    call: ({ params: { userId = '' }, context }) =>
      onWire(context, InvitationsResolver.allSent(context, userId)),
    reply: (body) => ({ body }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/confirm/invitations/{userId}',
    tag,
    summary: 'The invitations that the caller can answer.',
    success: invitationsReply('The invitations, newest first.'),
    failures: [401],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'User',
      field: 'invitationsReceived',
      parent: { id: userId },
    }),
    call: ({ params: { userId = '' }, context }) =>
      onWire(context, InvitationsResolver.allReceived(context, userId)),
    reply: (body) => ({ body }),
  }),
  route({
    method: 'PUT',
    path: '/confirm/accept/invite/{userId}/{invitedBy}',
    tag,
    summary: 'Accepts an invitation.',
    body: keyBody,
    success: {
      status: 200,
      description: 'The text OK.',
      schema: { type: 'string' },
      mediaType: 'text/plain',
    },
    failures: [400, 401, 403, 404],
    errors,
    refusedWith: notAllowed,
    guard: guarding('acceptInvitation'),
    operation: AcceptInvitationDocument,
    variables: readAnswer,
    reply: () => ({ text: 'OK' }),
  }),
  route({
    method: 'PUT',
    path: '/confirm/dismiss/invite/{userId}/{invitedBy}',
    tag,
    summary: 'Declines an invitation.',
    body: keyBody,
    success: { status: 200, description: 'The invitation is declined.' },
    failures: [400, 401, 403, 404],
    errors,
    refusedWith: notAllowed,
    guard: guarding('declineInvitation'),
    operation: DeclineInvitationDocument,
    variables: readAnswer,
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/confirm/{userId}/invited/{email}',
    tag,
    summary: 'Cancels the invitations to an address.',
    success: { status: 200, description: 'The invitations are canceled.' },
    failures: [401, 404],
    errors,
    refusedWith: notAllowed,
    guard: guarding('cancelInvitation'),
    operation: CancelInvitationDocument,
    variables: ({ params: { userId = '', email = '' } }) => ({ input: { userId, email } }),
    reply: () => ({}),
  }),
];
