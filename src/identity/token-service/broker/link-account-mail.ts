import type { Mail } from '../../../platform/mail/mailer';
import { html } from '../pages/html';

/** Asks the owner of an account whether a log-in at a provider was theirs. */
export const linkAccountMail = (email: string, provider: string, address: string): Mail => ({
  to: email,
  subject: `Log in with ${provider}?`,
  text: [
    `Someone who logged in at ${provider} wants to use your account. If it was you, open this link in the same`,
    'browser, within half an hour:',
    '',
    address,
    '',
    'If it was not you, no action is needed.',
  ].join('\n'),
  html: html`<p>
      Somebody who logged in at ${provider} wants to use your account. If it was you, open this link in the
      same browser, within half an hour:
    </p>
    <p><a href="${address}">${address}</a></p>
    <p>If it was not you, no action is needed.</p>`.text,
});
