import { randomUUID } from 'node:crypto';
import { badInput, wrongState } from '../../platform/errors';
import { isEmailAddress } from '../../platform/rules/email-address';
import { isExpired } from '../../identity/confirmations/confirmation-records.service';
import { optionText, parameter, type ServiceCommand } from './command';
import type { AdministrationSession } from './session';

/** Mails that can be sent again. */
const kinds = ['confirmation', 'password-reset', 'invitation', 'clinician-invitation'] as const;
type Kind = (typeof kinds)[number];

/** A mail that waits for an answer. */
interface WaitingMail {
  kind: Kind;
  /** Accounts of the recipient and the sender. */
  accounts: string[];
  resend: () => Promise<unknown>;
}

/** Invitations may go to addresses without an account. */
async function recipient(
  session: AdministrationSession,
  named: string,
): Promise<{ email: string; accountId?: string }> {
  if (isEmailAddress(named)) {
    const account = await session.services.accounts.findByEmail(named);
    return { email: named, accountId: account?.id };
  }
  const { id, email } = await session.account(named);
  if (email === null) throw wrongState('The account has no address.');
  return { email, accountId: id };
}

const resetPassword = ({ services }: AdministrationSession, email: string): Promise<void> =>
  services.passwordResets.request(email);

/** One mail for each confirmation that is open; a password reset needs only one, with the newest link. */
async function waitingMails(
  session: AdministrationSession,
  email: string,
  wanted: Kind | undefined,
): Promise<WaitingMail[]> {
  const { services } = session;
  const open = await services.confirmationRecords.ofAddress(email, { status: 'pending' });
  const mails = open.flatMap((confirmation): WaitingMail[] => {
    const { key, type, clinicId, userId, creatorId } = confirmation;
    const accounts = [userId, creatorId].filter((id) => id !== null);
    if (type === 'signup_confirmation')
      return [{ kind: 'confirmation', accounts, resend: () => services.confirmations.resendSignup(email) }];
    if (type === 'password_reset' && !isExpired(confirmation))
      return [{ kind: 'password-reset', accounts, resend: () => resetPassword(session, email) }];
    if (type === 'careteam_invitation' && clinicId === null)
      return [{ kind: 'invitation', accounts, resend: () => services.invitations.resend(key) }];
    if (type === 'clinician_invitation' && clinicId !== null) {
      const resend = () => services.clinicianInvites.resend({ clinicId, key });
      return [{ kind: 'clinician-invitation', accounts, resend }];
    }
    return [];
  });
  const once = (mail: WaitingMail, index: number) =>
    !/^(confirmation|password-reset)$/.test(mail.kind) ||
    mails.findIndex(({ kind }) => kind === mail.kind) === index;
  return mails.filter(once).filter(({ kind }) => wanted === undefined || kind === wanted);
}

/** Mails: send a test, send again what waits for an answer. */
export const mailCommands: readonly ServiceCommand[] = [
  {
    name: 'mail test',
    description: 'Sends a mail through MAIL_URL at once, and says whether it was accepted.',
    parameters: [['<address>', 'Recipient.']],
    examples: ['mail test me@example.org'],
    async run(session, given) {
      const { config, services } = session;
      const to = parameter(given, 0);
      if (!isEmailAddress(to)) throw badInput(`"${to}" is not an email address.`);
      const text = `This is a test mail of ${config.BASE_URL}.`;
      const id = `test-${randomUUID()}`;
      await session.note('mail test', [], 'CHANGE');
      await services.mailer.send({ to, subject: 'Test mail', text, html: `<p>${text}</p>` }, id);
      return { data: { to, messageId: id }, text: `The mail to ${to} was accepted.` };
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
      const kind = kinds.find((each) => each === optionText(given, 'kind'));
      if (kind === undefined && given.options.kind !== undefined)
        throw badInput(`--kind must be one of ${kinds.join(', ')}.`);
      const { email, accountId } = await recipient(session, parameter(given, 0));
      const waiting = await waitingMails(session, email, kind);
      if (kind === 'password-reset' && waiting.length === 0 && accountId !== undefined)
        waiting.push({ kind, accounts: [accountId], resend: () => resetPassword(session, email) });
      if (waiting.length === 0) throw wrongState(`No mail to ${email} waits for an answer.`);
      for (const mail of waiting)
        await session.change(`mail resend --kind ${mail.kind}`, mail.accounts, mail.resend);
      const sent = waiting.map((mail) => mail.kind);
      return { data: { email, sent }, text: `The service will send to ${email}: ${sent.join(', ')}.` };
    },
  },
];
