import express, { type Request, type Response, type Router } from 'express';
import type { PasswordResetService } from '../confirmations/password-reset.service';
import { ApiError } from '../../platform/errors';
import { emailField } from './pages/email-field';
import { html } from './pages/html';
import type { MailLinkPages } from './pages/mail-link-page';
import { newPasswordFields } from './pages/new-password-fields';
import { problemText } from './pages/realm-page';
import { formParameters, queryParameters } from './parameters';

interface PasswordResetPagesDependencies {
  passwordResets: PasswordResetService;
  pages: MailLinkPages;
}

const address = '/confirm-password-reset';

interface ResetForm {
  key: string;
  email?: string;
  problem?: string;
}

/** The page behind the link in a password reset mail, for a service without its own web application. */
export function passwordResetPages({ passwordResets, pages }: PasswordResetPagesDependencies): Router {
  const router = express.Router();

  router.get(address, (request, response) => {
    sendForm(pages, response, { key: queryParameters(request).get('resetKey') ?? '' });
  });

  router.post(address, async (request: Request, response: Response) => {
    try {
      await reset({ passwordResets, pages }, request, response);
    } catch (error) {
      pages.sendFailure(response, error, {
        title: 'Not changed',
        refusal: 'This link is not valid any more. Please ask for a new one on the log-in page.',
        what: 'setting a new password failed',
      });
    }
  });

  return router;
}

async function reset(
  { passwordResets, pages }: PasswordResetPagesDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const form = await formParameters(request);
  const [key = '', email = '', password = ''] = ['resetKey', 'email', 'password'].map((name) =>
    form.get(name),
  );
  if (password !== (form.get('password-confirm') ?? '')) {
    return sendForm(pages, response, { key, email, problem: 'The two passwords differ.' });
  }
  try {
    await passwordResets.reset({ key, email, password });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'BAD_USER_INPUT' || key === '') throw error;
    const problem = 'Please enter your email address and a password of 8 to 72 characters without spaces.';
    return sendForm(pages, response, { key, email, problem });
  }
  pages.send(
    response,
    'The new password is set',
    html`<p>You can log in with it now. All devices that were logged in have been logged out.</p>`,
  );
}

const sendForm = (pages: MailLinkPages, response: Response, { key, email = '', problem }: ResetForm): void =>
  pages.send(
    response,
    'Set a new password',
    html`${problemText(problem)}
      <form method="post" action="${address}">
        <input type="hidden" name="resetKey" value="${key}" />
        ${emailField({
          name: 'email',
          value: email,
          autocomplete: 'username',
          isWrong: problem !== undefined,
        })}
        ${newPasswordFields('New password', problem !== undefined)}
        <button type="submit">Set the password</button>
      </form>`,
  );
