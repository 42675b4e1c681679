import type { Mail } from '../../../platform/mail/mailer';
import { linkMail } from '../../../platform/mail/link-mail';

/** The page where a new password is set. Existing clients parse the link by this name. */
export const passwordResetLink = (webUrl: string, key: string): string =>
  `${webUrl}/confirm-password-reset?resetKey=${encodeURIComponent(key)}`;

/** Links to the page where a new password is set. */
export const passwordResetMail = (webUrl: string, email: string, key: string): Mail =>
  linkMail({
    to: email,
    subject: 'Reset your password',
    opening: ['Someone has requested a new password for the account with this email address.'],
    link: {
      label: 'Set a new password',
      address: passwordResetLink(webUrl, key),
    },
    closing: ['If it was not you, no action is needed: the old password stays valid.'],
  });

/** Mail to a person who requested a new password for an address without an account. */
export const noAccountMail = (webUrl: string, email: string): Mail =>
  linkMail({
    to: email,
    subject: 'There is no account with this email address',
    opening: [
      'Someone has requested a new password, but there is no account with this email address.',
      'If it was you, try another address, or sign up.',
    ],
    link: { label: 'Sign up', address: `${webUrl}/signup` },
    closing: ['If it was not you, no action is needed.'],
  });
