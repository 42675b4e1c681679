import type { Mail } from '../../mail/mailer';
import { linkMail } from '../../mail/link-mail';

/** Leads to the page where a new password is set. Clients that already exist take the link apart by this name. */
export const passwordResetMail = (webUrl: string, email: string, key: string): Mail =>
  linkMail({
    to: email,
    subject: 'Reset your password',
    opening: ['Somebody has asked for a new password for the account with this e-mail address.'],
    link: {
      label: 'Set a new password',
      address: `${webUrl}/confirm-password-reset?resetKey=${encodeURIComponent(key)}`,
    },
    closing: ['If it was not you, there is nothing to do: the old password stays.'],
  });

/** Tells somebody who has forgotten where their account is that it is not here. */
export const noAccountMail = (webUrl: string, email: string): Mail =>
  linkMail({
    to: email,
    subject: 'There is no account with this e-mail address',
    opening: [
      'Somebody has asked for a new password, but there is no account with this e-mail address.',
      'If it was you, try another address, or open an account.',
    ],
    link: { label: 'Open an account', address: `${webUrl}/signup` },
    closing: ['If it was not you, there is nothing to do.'],
  });
