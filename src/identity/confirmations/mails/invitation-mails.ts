import type { Mail } from '../../../platform/mail/mailer';
import { inOneLine, linkMail } from '../../../platform/mail/link-mail';

/** The content of an invitation mail. */
export interface InvitationMail {
  webUrl: string;
  email: string;
  /** Null if the inviter has no name. */
  inviterName: string | null;
  /** Whether the address already has an account. */
  hasAccount: boolean;
}

/** Invitations carry no key: logged-in recipients find them in a list. */
function link({ webUrl, email, hasAccount }: InvitationMail) {
  const page = hasAccount ? 'login' : 'signup/personal';
  return {
    label: hasAccount ? 'Log in to answer' : 'Sign up to answer',
    address: `${webUrl}/${page}?inviteEmail=${encodeURIComponent(email)}`,
  };
}

const formatInviterName = ({ inviterName }: InvitationMail): string =>
  inOneLine(inviterName ?? '') || 'Somebody';

const closing = ['You can decline there, too. If you do nothing, nothing is shared.'];

/** Invitation to view the diabetes data of another person. */
export const invitationMail = (invitation: InvitationMail): Mail =>
  linkMail({
    to: invitation.email,
    subject: `${formatInviterName(invitation)} invites you to a care team`,
    opening: [`${formatInviterName(invitation)} would like to share diabetes data with you.`],
    link: link(invitation),
    closing,
  });

/** The same for future followers. */
export const alertingInvitationMail = (invitation: InvitationMail): Mail =>
  linkMail({
    to: invitation.email,
    subject: `${formatInviterName(invitation)} invites you to follow their glucose`,
    opening: [
      `${formatInviterName(invitation)} would like to share diabetes data with you, and to let you get alerts about it.`,
    ],
    link: link(invitation),
    closing,
  });
