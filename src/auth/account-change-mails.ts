import { linkMail } from '../mail/link-mail';
import type { Mail } from '../mail/mailer';

const logIn = (webUrl: string) => ({ label: 'Log in', address: `${webUrl}/login` });

/** Tells the owner of an account that it has a new password. */
export const newPasswordMail = (webUrl: string, email: string): Mail =>
  linkMail({
    to: email,
    subject: 'Your password was changed',
    opening: [
      'The password of your account has just been changed.',
      'If it was you, there is nothing to do. If it was not you, choose "Forgot your password?" on the log-in page at once, and set a new one.',
    ],
    link: logIn(webUrl),
    closing: ['A new password logs all other devices out.'],
  });

/** Tells the owner of an account, at the address that it had, that it has another one now. */
export const newAddressMail = (webUrl: string, email: string): Mail =>
  linkMail({
    to: email,
    subject: 'Your e-mail address was changed',
    opening: [
      'Your account has just got another e-mail address. From now on you log in with the new one.',
      'If it was you, there is nothing to do. If it was not you, somebody else can use your account: write to whoever runs this service at once.',
    ],
    link: logIn(webUrl),
    closing: ['This is the last mail to this address.'],
  });

/** The mails about changes of accounts by their names, with a made-up address. */
export function accountMailSamples(webUrl: string): Record<string, Mail> {
  const email = 'ann+diabetes@example.org';
  return { 'new-password': newPasswordMail(webUrl, email), 'new-address': newAddressMail(webUrl, email) };
}
