import express, { type Request, type Response, type Router } from 'express';
import type { SignupAcceptanceService } from '../auth/signup-acceptance.service';
import { ApiError, badInput } from '../../platform/errors';
import { invitationsPath } from './invitation-links';
import { html } from './pages/html';
import { mailPagesStylesheet, type MailLinkPages } from './pages/mail-link-page';
import { problemText } from './pages/realm-page';
import { sendStylesheet } from './pages/stylesheet-route';
import { formParameters, queryParameters, type Parameters } from './parameters';

interface SignUpPagesDependencies {
  signups: SignupAcceptanceService;
  pages: MailLinkPages;
}

const keyPattern = /^[\w-]{1,64}$/;

/**
 * The pages behind the link in a sign-up mail, for a service without its own web application. Opening the link
 * changes nothing, because mail scanners open links, too; the button confirms.
 */
export function signUpPages({ signups, pages }: SignUpPagesDependencies): Router {
  const router = express.Router();

  router.get('/login', (request, response, next) => {
    const sent = queryParameters(request);
    const key = sent.get('signupKey');
    if (key === undefined) return next();
    pages.send(
      response,
      'Confirm your email address',
      html`<p>Is <strong>${sent.get('signupEmail') ?? 'this'}</strong> your email address?</p>
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
      if (!keyPattern.test(key)) throw badInput('This is not a key.');
      await accept({ signups, pages }, key, form, response);
    } catch (error) {
      pages.sendFailure(response, error, {
        title: 'Not confirmed',
        refusal: 'This link is not valid any more.',
        what: 'confirming an address failed',
      });
    }
  });

  router.get(mailPagesStylesheet, (_request, response) => sendStylesheet(response));
  return router;
}

/** An account created by somebody else is claimed on a separate page, which asks for more. */
async function accept(
  { signups, pages }: SignUpPagesDependencies,
  key: string,
  form: Parameters,
  response: Response,
): Promise<void> {
  const [password, birthday] = [form.get('password'), form.get('birthday')];
  const isAnswer = password !== undefined || birthday !== undefined;
  const answer = isAnswer ? { password, birthday } : undefined;
  try {
    await signups.accept(key, answer);
    pages.send(
      response,
      'Address confirmed',
      html`<p>Thank you. You can now log in, in the application that you use.</p>
        <p>Have you got an invitation? <a href="${invitationsPath}">Answer it here</a>.</p>`,
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    sendClaimForm(pages, response, key, answer && { birthday, problem: `${error.message}.` });
  }
}

/** The problem of a claim; the form keeps what was typed, except the password. */
interface FailedClaim {
  birthday: string | undefined;
  problem: string;
}

const sendClaimForm = (
  pages: MailLinkPages,
  response: Response,
  key: string,
  failed: FailedClaim | undefined,
): void =>
  pages.send(
    response,
    'Claim your account',
    html`<p>
        Somebody who cares for you opened this account. Choose a password and tell your birthday to make it
        yours.
      </p>
      ${problemText(failed?.problem)}
      <form method="post" action="/login">
        <input type="hidden" name="signupKey" value="${key}" />
        <label
          >New password
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="new-password"
            required
            aria-describedby="password-rule"
          />
        </label>
        <p class="hint" id="password-rule">8 to 72 characters, no blanks.</p>
        <label
          >Birthday
          <input
            id="birthday"
            name="birthday"
            type="text"
            inputmode="numeric"
            autocomplete="bday"
            value="${failed?.birthday ?? ''}"
            required
            aria-describedby="birthday-form"
          />
        </label>
        <p class="hint" id="birthday-form">Year, month and day: YYYY-MM-DD</p>
        <button type="submit">Take over the account</button>
      </form>`,
  );
