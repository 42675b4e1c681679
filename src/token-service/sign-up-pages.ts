import express, { type Request, type Response, type Router } from 'express';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import { ApiError, badInput } from '../errors';
import type { Logger } from '../logging';
import { OAuthError } from './oauth-error';
import { html, type Html } from './pages/html';
import { sendPage } from './pages/page';
import { sendStylesheet } from './pages/stylesheet-route';
import { formParameters, queryParameters } from './parameters';

interface SignUpPagesDependencies {
  confirmations: ConfirmationService;
  log: Logger;
}

const keyPattern = /^[\w-]{1,64}$/;

/**
 * The pages behind the link of the mail that confirms an address, for a service without a web application of its
 * own. Opening the link changes nothing, as mail scanners open links too; the button confirms.
 */
export function signUpPages({ confirmations, log }: SignUpPagesDependencies): Router {
  const router = express.Router();

  router.get('/login', (request, response) => {
    const sent = queryParameters(request);
    const key = sent.get('signupKey');
    if (key === undefined) return sendLogInHint(response);
    show(
      response,
      'Confirm your e-mail address',
      html`<p>Is <strong>${sent.get('signupEmail') ?? 'this'}</strong> your e-mail address?</p>
        <form method="post" action="/login">
          <input type="hidden" name="signupKey" value="${key}" />
          <button type="submit">Yes, confirm it</button>
        </form>`,
    );
  });

  router.post('/login', async (request: Request, response: Response) => {
    try {
      const form = await formParameters(request);
      const key = form.get('signupKey') ?? '';
      if (!keyPattern.test(key)) throw badInput('This is no key.');
      await confirmations.acceptSignup(key);
      show(response, 'Address confirmed', html`<p>Thank you. You can log in now.</p>`);
    } catch (error) {
      const isRefusal = (error instanceof ApiError || error instanceof OAuthError) && error.status < 500;
      if (!isRefusal) log.error({ err: error }, 'confirming an address failed');
      const text = isRefusal ? 'This link is not valid any more.' : 'Something went wrong on our side.';
      show(response, 'Not confirmed', html`<p role="alert">${text}</p>`, isRefusal ? 400 : 500);
    }
  });

  router.get('/login/style.css', (_request, response) => sendStylesheet(response));
  return router;
}

const sendLogInHint = (response: Response): void =>
  show(response, 'Log in', html`<p>Please log in from the application that you want to use.</p>`);

const show = (response: Response, title: string, content: Html, status = 200): void =>
  sendPage(response, status, { title, content, stylesheet: '/login/style.css' });
