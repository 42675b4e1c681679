import type { Mail } from '../../mail/mailer';

/** Tells the owner of an account that somebody wanted to open another one with the same address. */
export const knownAddressMail = (email: string): Mail => ({
  to: email,
  subject: 'You already have an account',
  text: [
    'Somebody wanted to open an account with this e-mail address, but there is one already.',
    '',
    'If it was you, log in with your password. If it was not you, there is nothing to do.',
  ].join('\n'),
  html: [
    '<p>Somebody wanted to open an account with this e-mail address, but there is one already.</p>',
    '<p>If it was you, log in with your password. If it was not you, there is nothing to do.</p>',
  ].join('\n'),
});
