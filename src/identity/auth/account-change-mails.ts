import { linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

const logIn = (webUrl: string) => ({ label: 'Log in', address: `${webUrl}/login` });

/** Mail to the owner about a new password. */
export const newPasswordMail = (webUrl: string, email: string): Mail =>
  linkMail({
    to: email,
    subject: 'Your password was changed',
    opening: [
      'The password of your account has just been changed.',
      'If this was you, no action is needed. If it was not, choose "Forgot your password?" on the log-in page at once and set a new one.',
    ],
    link: logIn(webUrl),
    closing: ['All other devices have been logged out.'],
  });

/** Mail to the owner about a new address, sent to the previous one. */
export const newAddressMail = (webUrl: string, email: string): Mail =>
  linkMail({
    to: email,
    subject: 'Your email address was changed',
    opening: [
      'The email address of your account has just been changed. From now on, log in with the new address.',
      'If this was you, no action is needed. If it was not, somebody else has access to your account: contact the operator of this service at once.',
    ],
    link: logIn(webUrl),
    closing: ['This is the last mail to this address.'],
  });

/** Sample mails about account changes, by name. */
export function accountMailSamples(webUrl: string): Record<string, Mail> {
  const email = 'ann+diabetes@example.org';
  return { 'new-password': newPasswordMail(webUrl, email), 'new-address': newAddressMail(webUrl, email) };
}
