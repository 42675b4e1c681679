import type { Mail } from '../mail/mailer';
import { escapeHtml } from './mail-parts';

/** Leads to the page where a new password is set. Clients that already exist take the link apart by this name. */
export function passwordResetMail(webUrl: string, email: string, key: string): Mail {
  const link = `${webUrl}/confirm-password-reset?resetKey=${encodeURIComponent(key)}`;
  return {
    to: email,
    subject: 'Reset your password',
    text: [
      'Somebody has asked for a new password for the account with this e-mail address.',
      '',
      'If it was you, set the new password here:',
      link,
      '',
      'If it was not you, there is nothing to do: the old password stays.',
    ].join('\n'),
    html: [
      '<p>Somebody has asked for a new password for the account with this e-mail address.</p>',
      `<p><a href="${escapeHtml(link)}">Set a new password</a></p>`,
      '<p>If it was not you, there is nothing to do: the old password stays.</p>',
    ].join('\n'),
  };
}

/** Tells somebody who has forgotten where their account is that it is not here. */
export function noAccountMail(webUrl: string, email: string): Mail {
  const link = `${webUrl}/signup`;
  return {
    to: email,
    subject: 'There is no account with this e-mail address',
    text: [
      'Somebody has asked for a new password, but there is no account with this e-mail address.',
      '',
      'If it was you, try another address, or open an account here:',
      link,
      '',
      'If it was not you, there is nothing to do.',
    ].join('\n'),
    html: [
      '<p>Somebody has asked for a new password, but there is no account with this e-mail address.</p>',
      `<p>If it was you, try another address, or <a href="${escapeHtml(link)}">open an account</a>.</p>`,
      '<p>If it was not you, there is nothing to do.</p>',
    ].join('\n'),
  };
}
