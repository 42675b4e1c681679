import type { Mail } from '../../../platform/mail/mailer';

/** Tells the owner of an account that somebody tried to sign up with the same address. */
export const knownAddressMail = (email: string): Mail => ({
  to: email,
  subject: 'You already have an account',
  text: [
    'Someone tried to sign up with this email address, but there already is an account.',
    '',
    'If it was you, log in with your password. If it was not you, no action is needed.',
  ].join('\n'),
  html: [
    '<p>Someone tried to sign up with this email address, but there already is an account.</p>',
    '<p>If it was you, log in with your password. If it was not you, no action is needed.</p>',
  ].join('\n'),
});
