import { notFound } from '../../../src/platform/errors';
import { reasonErrors } from '../../errors';
import { confirmationOnWire } from './confirmation-on-wire';
import {
  AddSignupConfirmationDocument,
  CancelSignupDocument,
  ConfirmSignupDocument,
  DismissSignupDocument,
  PendingSignupDocument,
  ResendSignupConfirmationDocument,
  SendSignupConfirmationDocument,
  type SignupConfirmationFieldsFragment,
} from '../../generated/operations';
import { BodyReader, isJsonBody } from '../../json-body';
import { route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Confirmations';
const errors = reasonErrors;
const notAllowed = { status: 401, message: 'Unauthorized' } as const;

const keyBody = { schema: ref('ConfirmationKey'), description: 'The key from the mail.' };

function signupToEnd({ params: { userId = '' }, body }: RestRequest) {
  const fields = isJsonBody(body) && body.key === '' ? { ...body, key: null } : body;
  const key = new BodyReader(fields, 'The key of the confirmation is required.').required('key', 'string');
  return { input: { userId, key } };
}

/**
 * A value of a wrong type is an error rather than absent, so it is replaced by a text that is not a valid password or
 * birthday.
 */
function claimText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : ' ';
}

const readClaim = (body: unknown) =>
  isJsonBody(body) ? { password: claimText(body.password), birthday: claimText(body.birthday) } : undefined;

/** Some clients send a body without meaning; it may also be absent. */
function readSignupRequest({ params: { userId = '' }, body = {} }: RestRequest) {
  const fields = new BodyReader(
    body,
    'The body must be a JSON object with the ids of a clinic and a clinician.',
  );
  const clinicId = fields.optional('clinicId', 'string') || undefined;
  const invitedBy = fields.optional('invitedBy', 'string') || undefined;
  return { input: { userId, clinicId, invitedBy } };
}

const signupRequestBody = {
  schema: ref('SignupRequest'),
  description: 'The person who created the account; set by trusted servers.',
  optional: true,
};

const signupOnWire = (confirmation: SignupConfirmationFieldsFragment) =>
  confirmationOnWire('signup_confirmation', confirmation, null);

const forServer = ({ context }: RestRequest): boolean => context.caller.kind === 'server';

/** Confirmations by mail. */
export const confirmationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/confirm/send/signup/{userId}',
    tag,
    summary: 'Sends the mail that confirms the address of an account.',
    body: signupRequestBody,
    success: { status: 200, description: 'The mail is on its way.' },
    failures: [400, 401, 403, 404, 429],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'Mutation',
      field: 'sendSignupConfirmation',
      args: { userId },
    }),
    operation: SendSignupConfirmationDocument,
    variables: readSignupRequest,
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/confirm/signup/{userId}',
    tag,
    summary: 'Creates a confirmation of an account’s address without sending a mail.',
    body: signupRequestBody,
    success: {
      status: 200,
      description: 'The confirmation; empty if the account has no address.',
      schema: ref('Confirmation'),
    },
    failures: [400, 401, 403, 404],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'Mutation',
      field: 'addSignupConfirmation',
      args: { userId },
    }),
    operation: AddSignupConfirmationDocument,
    variables: (request) => ({ ...readSignupRequest(request), forServer: forServer(request) }),
    reply: ({ addSignupConfirmation: { confirmation } }) => ({
      body: confirmation ? signupOnWire(confirmation) : undefined,
    }),
  }),
  route({
    method: 'GET',
    path: '/confirm/signup/{userId}',
    tag,
    summary: 'The newest open confirmation of an account’s address.',
    success: { status: 200, description: 'The confirmation.', schema: ref('Confirmation') },
    failures: [401, 404],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'User',
      field: 'signupConfirmation',
      parent: { id: userId },
    }),
    operation: PendingSignupDocument,
    variables: (request) => ({ userId: request.params.userId ?? '', forServer: forServer(request) }),
    reply({ user }, { params: { userId } }) {
      if (user?.id !== userId || !user?.signupConfirmation)
        throw notFound('No matching signup confirmation was found');
      return { body: signupOnWire(user.signupConfirmation) };
    },
  }),
  route({
    method: 'PUT',
    path: '/confirm/accept/signup/{key}',
    tag,
    summary: 'Verifies the account behind the key. Claiming an account also sets its first password.',
    body: { schema: ref('Claim'), description: 'Password and birthday.', optional: true, lenient: true },
    success: { status: 200, description: 'The address is confirmed.' },
    failures: [404, 409, 429],
    errors,
    operation: ConfirmSignupDocument,
    variables: ({ params: { key = '' }, body }) => ({ input: { key, claim: readClaim(body) } }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/confirm/resend/signup/{email}',
    tag,
    summary: 'Resends the mail of a pending confirmation, with a new key.',
    success: { status: 200, description: 'The mail is on its way.' },
    failures: [404, 429],
    errors,
    operation: ResendSignupConfirmationDocument,
    variables: ({ params: { email = '' } }) => ({ input: { email } }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/confirm/dismiss/signup/{userId}',
    tag,
    summary: 'Reports that the mail went to the wrong person.',
    body: keyBody,
    success: { status: 200, description: 'The confirmation is declined.' },
    failures: [400, 404],
    errors,
    operation: DismissSignupDocument,
    variables: signupToEnd,
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/confirm/signup/{userId}',
    tag,
    summary: 'Cancels a pending confirmation.',
    body: keyBody,
    success: { status: 200, description: 'The confirmation is canceled.' },
    failures: [400, 404],
    errors,
    operation: CancelSignupDocument,
    variables: signupToEnd,
    reply: () => ({}),
  }),
];
