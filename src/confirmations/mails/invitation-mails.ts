import type { Mail } from '../../mail/mailer';
import { inOneLine, linkMail } from '../../mail/link-mail';

/** Who is invited to a care team by whom. */
export interface InvitationMail {
  webUrl: string;
  email: string;
  /** Null when the inviter has told no name. */
  inviterName: string | null;
  /** The address belongs to an account already. */
  hasAccount: boolean;
}

/** Invitations carry no key: who has logged in finds them in a list. */
function link({ webUrl, email, hasAccount }: InvitationMail) {
  const page = hasAccount ? 'login' : 'signup/personal';
  return {
    label: hasAccount ? 'Log in to answer' : 'Open an account to answer',
    address: `${webUrl}/${page}?inviteEmail=${encodeURIComponent(email)}`,
  };
}

const nameOf = ({ inviterName }: InvitationMail): string => inOneLine(inviterName ?? '') || 'Somebody';

const closing = ['You can decline there, too. If you do nothing, nothing is shared.'];

/** Invites somebody to see the diabetes data of somebody else. */
export const invitationMail = (invitation: InvitationMail): Mail =>
  linkMail({
    to: invitation.email,
    subject: `${nameOf(invitation)} invites you to a care team`,
    opening: [`${nameOf(invitation)} would like to share diabetes data with you.`],
    link: link(invitation),
    closing,
  });

/** The same for somebody who is to get alerts. */
export const alertingInvitationMail = (invitation: InvitationMail): Mail =>
  linkMail({
    to: invitation.email,
    subject: `${nameOf(invitation)} invites you to follow their glucose`,
    opening: [
      `${nameOf(invitation)} would like to share diabetes data with you, and to let you get alerts about them.`,
    ],
    link: link(invitation),
    closing,
  });
