import { reasonErrors } from '../../errors';
import { RequestPasswordResetDocument, ResetPasswordDocument } from '../../generated/operations';
import { isJsonBody } from '../../json-body';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Confirmations';

const done = 'Password has been reset.';

/** Missing values and values of other types count as empty texts. */
const textField = (body: unknown, name: string): string => {
  const value = isJsonBody(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Replaces forgotten passwords, without any token. */
export const passwordResetRoutes: Route[] = [
  route({
    method: 'POST',
    path: ['/confirm/forgot/{email}', '/confirm/send/forgot/{email}'],
    tag,
    summary: 'Requests a mail to reset the password. The response reveals nothing about the account.',
    success: { status: 200, description: 'The request is accepted.' },
    failures: [400],
    errors: reasonErrors,
    operation: RequestPasswordResetDocument,
    variables: ({ params: { email = '' } }) => ({ input: { email } }),
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/confirm/accept/forgot',
    tag,
    summary: 'Sets a new password with the key from the mail.',
    body: { schema: ref('PasswordReset'), description: 'The key, the address and the new password.' },
    success: { status: 200, description: 'The password is set.', schema: ref('PasswordResetDone') },
    failures: [400, 404],
    errors: reasonErrors,
    operation: ResetPasswordDocument,
    variables: ({ body }) => ({
      input: {
        key: textField(body, 'key'),
        email: textField(body, 'email'),
        password: textField(body, 'password'),
      },
    }),
    reply: () => ({ body: { code: 200, reason: done, message: done } }),
  }),
];
