import { reasonErrors } from './errors';
import {
  CancelSignupDocument,
  ConfirmSignupDocument,
  DismissSignupDocument,
  ResendSignupConfirmationDocument,
  SendSignupConfirmationDocument,
} from './generated/operations';
import { BodyReader, isJsonBody } from './json-body';
import { route, type RestRequest, type Route } from './route';
import { ref } from './schemas';

const tag = 'Confirmations';
const errors = reasonErrors;
const notAllowed = { status: 401, message: 'Unauthorized' } as const;

const keyBody = { schema: ref('ConfirmationKey'), description: 'The key of the mail.' };

function signupToEnd({ params: { userId = '' }, body }: RestRequest) {
  const fields = isJsonBody(body) && body.key === '' ? { ...body, key: null } : body;
  const key = new BodyReader(fields, 'The key of the confirmation is required.').required('key', 'string');
  return { input: { userId, key } };
}

/** Confirmations by mail. */
export const confirmationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/confirm/send/signup/{userId}',
    tag,
    summary: 'Sends the mail that confirms the address of an account.',
    success: { status: 200, description: 'The mail is on its way.' },
    failures: [401, 403, 404],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({
      type: 'Mutation',
      field: 'sendSignupConfirmation',
      args: { userId },
    }),
    operation: SendSignupConfirmationDocument,
    variables: ({ params: { userId = '' } }) => ({ input: { userId } }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/confirm/accept/signup/{key}',
    tag,
    summary: 'Marks the account behind the key as verified.',
    success: { status: 200, description: 'The address is confirmed.' },
    failures: [404],
    errors,
    operation: ConfirmSignupDocument,
    variables: ({ params: { key = '' } }) => ({ input: { key } }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/confirm/resend/signup/{email}',
    tag,
    summary: 'Sends the mail of a pending confirmation once more, with a new key.',
    success: { status: 200, description: 'The mail is on its way.' },
    failures: [404],
    errors,
    operation: ResendSignupConfirmationDocument,
    variables: ({ params: { email = '' } }) => ({ input: { email } }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/confirm/dismiss/signup/{userId}',
    tag,
    summary: 'Tells that the mail went to the wrong person.',
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
    summary: 'Calls a pending confirmation off.',
    body: keyBody,
    success: { status: 200, description: 'The confirmation is canceled.' },
    failures: [400, 404],
    errors,
    operation: CancelSignupDocument,
    variables: signupToEnd,
    reply: () => ({}),
  }),
];
