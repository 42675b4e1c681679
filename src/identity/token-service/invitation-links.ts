import express, { type Request, type Response, type Router } from 'express';
import { invitationsClientId } from './clients/built-in-clients';
import { html } from './pages/html';
import type { MailLinkPages } from './pages/mail-link-page';
import { queryParameters } from './parameters';
import { newSecret } from './secrets';

/** Path of the built-in invitations page. */
export const invitationsPath = '/invitations';

interface InvitationLinkSettings {
  /** The public address of the service, without a trailing slash. */
  baseUrl: string;
  /** The issuer of the realm that people log in to. */
  issuer: string;
  pages: MailLinkPages;
}

/**
 * Targets of the links in invitation mails, for a service without its own web application: the sign-up page or the
 * log-in page, and from there the invitations page.
 */
export function invitationLinks({ baseUrl, issuer, pages }: InvitationLinkSettings): Router {
  const router = express.Router();
  const begin =
    (endpoint: 'auth' | 'registrations', role?: string) => (request: Request, response: Response) => {
      const email = queryParameters(request).get('inviteEmail');
      const parameters = new URLSearchParams({
        client_id: invitationsClientId,
        redirect_uri: `${baseUrl}${invitationsPath}`,
        response_type: 'code',
        scope: 'openid',
        // Nobody has the verifier, so the code is useless: the page requests one of its own.
        code_challenge: newSecret(),
        code_challenge_method: 'S256',
        ...(role !== undefined && { role }),
        ...(email !== undefined && { login_hint: email }),
      });
      response.setHeader('Cache-Control', 'no-store');
      response.redirect(303, `${issuer}/protocol/openid-connect/${endpoint}?${parameters.toString()}`);
    };

  router.get('/signup', begin('registrations'));
  router.get('/signup/personal', begin('registrations', 'patient'));
  router.get('/signup/clinician', begin('registrations', 'clinician'));
  const logIn = begin('auth');
  router.get('/login', (request, response) => {
    if (queryParameters(request).get('inviteEmail') === undefined) sendLogInHint(pages, response);
    else logIn(request, response);
  });
  return router;
}

const sendLogInHint = (pages: MailLinkPages, response: Response): void =>
  pages.send(
    response,
    'Log in',
    html`<p>Please log in from the application that you want to use. Here you can</p>
      <ul>
        <li><a href="${invitationsPath}">Answer invitations</a></li>
        <li><a href="/explorer">Look at your data in the explorer</a></li>
      </ul>`,
  );
