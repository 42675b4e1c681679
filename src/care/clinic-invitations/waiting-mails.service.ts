import type { AccountService } from '../../identity/accounts/account.service';
import {
  isExpired,
  type ConfirmationRecords,
} from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import type { InvitationService } from '../../identity/confirmations/invitation.service';
import type { PasswordResetService } from '../../identity/confirmations/password-reset.service';
import { notFound, wrongState } from '../../platform/errors';
import { isEmailAddress } from '../../platform/rules/email-address';
import type { ClinicianInviteService } from './clinician-invite.service';

/** Mails that wait for an answer. */
export const waitingMailKinds = [
  'confirmation',
  'password-reset',
  'invitation',
  'clinician-invitation',
] as const;

export type WaitingMailKind = (typeof waitingMailKinds)[number];

/** A mail that waits for an answer. */
export interface WaitingMail {
  kind: WaitingMailKind;
  /** Accounts of the recipient and the sender. */
  accounts: string[];
  resend: () => Promise<unknown>;
}

/** Dependencies of the class below. */
interface Parts {
  accounts: AccountService;
  clinicianInvites: ClinicianInviteService;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  invitations: InvitationService;
  passwordResets: PasswordResetService;
}

/** Which mails to send again. */
export interface WaitingMailQuestion {
  /** Email address, or id of an account. Invitations may go to addresses without an account. */
  recipient: string;
  /** Only mails of this kind. A password reset is found even if none is waiting. */
  kind?: WaitingMailKind | null;
}

/** Mails that wait for an answer and can be sent again, of all areas. */
export class WaitingMails {
  constructor(private readonly parts: Parts) {}

  /** The address of a recipient, and the account that it belongs to. Throws if there is no account with an id. */
  async findRecipient(recipient: string): Promise<{ email: string; accountId?: string }> {
    const { accounts } = this.parts;
    if (isEmailAddress(recipient))
      return { email: recipient, accountId: (await accounts.findByEmail(recipient))?.id };
    const [account] = await accounts.findMany([recipient.toLowerCase()]);
    if (!account) throw notFound(`There is no account ${recipient}.`);
    if (account.email === null) throw wrongState('The account has no address.');
    return { email: account.email, accountId: account.id };
  }

  /** The mails to send again, one for each confirmation that is open. Throws if there are none. */
  async find({ recipient, kind }: WaitingMailQuestion): Promise<{ email: string; mails: WaitingMail[] }> {
    const { email, accountId } = await this.findRecipient(recipient);
    const mails = await this.ofAddress(email, kind);
    if (kind === 'password-reset' && mails.length === 0 && accountId !== undefined)
      mails.push({ kind, accounts: [accountId], resend: () => this.parts.passwordResets.request(email) });
    if (mails.length === 0) throw wrongState(`No mail to ${email} waits for an answer.`);
    return { email, mails };
  }

  /** The accounts that the mails to send again concern: of the recipient, if there is one, and of the senders. */
  async findCorrespondents({ recipient, kind }: WaitingMailQuestion): Promise<string[]> {
    const { accounts } = this.parts;
    const [accountId = null] = await accounts.resolveIds([recipient]);
    const [account = null] = accountId === null ? [] : await accounts.findMany([accountId]);
    const email = isEmailAddress(recipient) ? recipient : (account?.email ?? null);
    const mails = email === null ? [] : await this.ofAddress(email, kind);
    return [
      ...new Set([...(accountId === null ? [] : [accountId]), ...mails.flatMap((mail) => mail.accounts)]),
    ];
  }

  /** A confirmation and a password reset need only one mail, with the newest link. */
  private async ofAddress(email: string, wanted: WaitingMailKind | null | undefined): Promise<WaitingMail[]> {
    const { clinicianInvites, confirmationRecords, confirmations, invitations, passwordResets } = this.parts;
    const open = await confirmationRecords.ofAddress(email, { status: 'pending' });
    const mails = open.flatMap((confirmation): WaitingMail[] => {
      const { key, type, clinicId, userId, creatorId } = confirmation;
      const accounts = [userId, creatorId].filter((id) => id !== null);
      if (type === 'signup_confirmation')
        return [{ kind: 'confirmation', accounts, resend: () => confirmations.resendSignup(email) }];
      if (type === 'password_reset' && !isExpired(confirmation))
        return [{ kind: 'password-reset', accounts, resend: () => passwordResets.request(email) }];
      if (type === 'careteam_invitation' && clinicId === null)
        return [{ kind: 'invitation', accounts, resend: () => invitations.resend(key, null) }];
      if (type === 'clinician_invitation' && clinicId !== null) {
        const resend = () => clinicianInvites.resend({ clinicId, key });
        return [{ kind: 'clinician-invitation', accounts, resend }];
      }
      return [];
    });
    const once = (mail: WaitingMail, index: number) =>
      !/^(confirmation|password-reset)$/.test(mail.kind) ||
      mails.findIndex(({ kind }) => kind === mail.kind) === index;
    return mails.filter(once).filter(({ kind }) => wanted == null || kind === wanted);
  }
}
