import { randomUUID } from 'node:crypto';
import { badInput, wrongState } from '../../platform/errors';
import { isEmailAddress } from '../../platform/rules/email-address';
import { parameter, type ServiceCommand } from './command';

/** Mails: send a test, resend the one that confirms an address. */
export const mailCommands: readonly ServiceCommand[] = [
  {
    name: 'mail test',
    description: 'Sends a mail through MAIL_URL at once, and says whether it was accepted.',
    parameters: [['<address>', 'Recipient.']],
    examples: ['mail test me@example.org'],
    async run({ config, services }, given) {
      const to = parameter(given, 0);
      if (!isEmailAddress(to)) throw badInput(`"${to}" is not an email address.`);
      const text = `This is a test mail of ${config.BASE_URL}.`;
      const id = `test-${randomUUID()}`;
      await services.mailer.send({ to, subject: 'Test mail', text, html: `<p>${text}</p>` }, id);
      return { data: { to, messageId: id }, text: `The mail to ${to} was accepted.` };
    },
  },
  {
    name: 'mail resend',
    description: 'Sends the mail again that confirms the address of an account, with a new link.',
    parameters: [['<account>', 'Id or email address of the account.']],
    examples: ['mail resend jill@example.org'],
    async run(session, given) {
      const { id, email, emailVerified } = await session.account(parameter(given, 0));
      if (email === null) throw wrongState('The account has no address.');
      if (emailVerified) throw wrongState('The address of the account is confirmed already.');
      await session.change('mail resend', [id], () => session.services.confirmations.resendSignup(email));
      return { data: { id, email }, text: `The service will send the mail to ${email}.` };
    },
  },
];
