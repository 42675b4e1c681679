import { waitingMailKinds, type WaitingMailKind } from '../../care/clinic-invitations/waiting-mails.service';
import { badInput } from '../../platform/errors';
import { optionText, parameter, type Given, type ServiceCommand } from './command';

function readKind(given: Given): WaitingMailKind | undefined {
  const kind = waitingMailKinds.find((each) => each === optionText(given, 'kind'));
  if (kind === undefined && given.options.kind !== undefined)
    throw badInput(`--kind must be one of ${waitingMailKinds.join(', ')}.`);
  return kind;
}

/** Mails: send a test, send again what waits for an answer. */
export const mailCommands: readonly ServiceCommand[] = [
  {
    name: 'mail test',
    description: 'Sends a mail through MAIL_URL at once, and says whether it was accepted.',
    parameters: [['<address>', 'Recipient.']],
    examples: ['mail test me@example.org'],
    async run(session, given) {
      const { testMails } = session.services;
      const to = parameter(given, 0);
      testMails.assertAddress(to);
      await session.note('mail test', [], 'CHANGE');
      const messageId = await testMails.send(to);
      return { data: { to, messageId }, text: `The mail to ${to} was accepted.` };
    },
  },
  {
    name: 'mail resend',
    description:
      'Sends the mails again that wait for an answer at an address: the confirmation of the address, password resets, and invitations to data and to clinics.',
    parameters: [['<recipient>', 'Email address, or id of an account.']],
    options: [
      [
        '--kind <kind>',
        'Only confirmation, password-reset, invitation or clinician-invitation. A password reset is also sent if none is waiting.',
      ],
    ],
    examples: ['mail resend jill@example.org', 'mail resend jill@example.org --kind password-reset'],
    async run(session, given) {
      const question = { recipient: parameter(given, 0), kind: readKind(given) };
      const { email, mails } = await session.services.waitingMails.find(question);
      for (const mail of mails)
        await session.change(`mail resend --kind ${mail.kind}`, mail.accounts, mail.resend);
      const sent = mails.map((mail) => mail.kind);
      return { data: { email, sent }, text: `The service will send to ${email}: ${sent.join(', ')}.` };
    },
  },
];
