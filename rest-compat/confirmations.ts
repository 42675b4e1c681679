import { reasonErrors } from './errors';
import { ConfirmSignupDocument, SendSignupConfirmationDocument } from './generated/operations';
import { route, type Route } from './route';

const tag = 'Confirmations';
const errors = reasonErrors;
const notAllowed = { status: 401, message: 'Unauthorized' } as const;

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
];
