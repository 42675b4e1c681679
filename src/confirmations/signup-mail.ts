import type { Mail } from '../mail/mailer';
import { escapeHtml } from './mail-parts';

/** The link that confirms an address. Clients that already exist take it apart by these names. */
export const signupLink = (webUrl: string, email: string, key: string): string =>
  `${webUrl}/login?signupEmail=${encodeURIComponent(email)}&signupKey=${encodeURIComponent(key)}`;

/** Asks the owner of an address to confirm it. */
export function signupMail(webUrl: string, email: string, key: string): Mail {
  const link = signupLink(webUrl, email, key);
  return {
    to: email,
    subject: 'Please confirm your e-mail address',
    text: [
      'Welcome! Somebody has opened an account with this e-mail address.',
      '',
      'If it was you, confirm the address here:',
      link,
      '',
      'If it was not you, there is nothing to do: without the confirmation nobody can log in.',
    ].join('\n'),
    html: [
      '<p>Welcome! Somebody has opened an account with this e-mail address.</p>',
      `<p><a href="${escapeHtml(link)}">Confirm the address</a></p>`,
      '<p>If it was not you, there is nothing to do: without the confirmation nobody can log in.</p>',
    ].join('\n'),
  };
}
