import express, { type Request, type Response, type Router } from 'express';
import type { SignupAcceptanceService } from '../auth/signup-acceptance.service';
import { ApiError, badInput } from '../errors';
import type { Logger } from '../logging';
import { OAuthError } from './oauth-error';
import { html, type Html } from './pages/html';
import { sendPage } from './pages/page';
import { sendStylesheet } from './pages/stylesheet-route';
import { formParameters, queryParameters, type Parameters } from './parameters';

interface SignUpPagesDependencies {
  signups: SignupAcceptanceService;
  log: Logger;
}

const keyPattern = /^[\w-]{1,64}$/;

/**
 * The pages behind the link of the mail that confirms an address, for a service without a web application of its
 * own. Opening the link changes nothing, as mail scanners open links too; the button confirms.
 */
export function signUpPages({ signups, log }: SignUpPagesDependencies): Router {
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
      await accept(signups, key, form, response);
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

/** An account that somebody else opened is taken over on a page of its own, which asks for more. */
async function accept(
  signups: SignupAcceptanceService,
  key: string,
  form: Parameters,
  response: Response,
): Promise<void> {
  const [password, birthday] = [form.get('password'), form.get('birthday')];
  const answer = (password ?? birthday) ? { password, birthday } : undefined;
  try {
    await signups.accept(key, answer);
    show(response, 'Address confirmed', html`<p>Thank you. You can log in now.</p>`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    sendClaimForm(response, key, answer && error.message);
  }
}

const sendClaimForm = (response: Response, key: string, problem: string | undefined): void =>
  show(
    response,
    'Take over your account',
    html`<p>
        Somebody who cares for you opened this account. Choose a password and tell your birthday to make it
        yours.
      </p>
      ${problem === undefined ? '' : html`<p role="alert">${problem}.</p>`}
      <form method="post" action="/login">
        <input type="hidden" name="signupKey" value="${key}" />
        <label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required />
        <label for="birthday">Birthday (YYYY-MM-DD)</label>
        <input id="birthday" name="birthday" autocomplete="bday" required />
        <button type="submit">Take over the account</button>
      </form>`,
  );

const sendLogInHint = (response: Response): void =>
  show(response, 'Log in', html`<p>Please log in from the application that you want to use.</p>`);

const show = (response: Response, title: string, content: Html, status = 200): void =>
  sendPage(response, status, { title, content, stylesheet: '/login/style.css' });
