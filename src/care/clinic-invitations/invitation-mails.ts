import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface InvitationMail {
  webUrl: string;
  to: string;
  clinicName: string;
}

/**
 * Invites a person to work in a clinic. The mail contains no key: the invited person finds the invitation in a list
 * after logging in.
 */
export function clinicianInvitationMail({
  webUrl,
  to,
  clinicName,
  inviterName,
  hasAccount,
}: InvitationMail & { inviterName: string | null; hasAccount: boolean }): Mail {
  const inviter = inOneLine(inviterName ?? '') || 'An administrator';
  return linkMail({
    to,
    subject: `${inOneLine(clinicName)} invites you`,
    opening: [`${inviter} invites you to work with ${inOneLine(clinicName)}.`],
    link: {
      label: hasAccount ? 'Log in to answer' : 'Sign up to answer',
      address: `${webUrl}/${hasAccount ? 'login' : 'signup/clinician'}?inviteEmail=${encodeURIComponent(to)}`,
    },
    closing: ['You can decline there, too.'],
  });
}

/** Tells an administrator that a person asks to become a patient of the clinic. */
export const patientInvitationMail = ({
  webUrl,
  to,
  clinicName,
  patientName,
}: InvitationMail & { patientName: string | null }): Mail =>
  linkMail({
    to,
    subject: `Someone would like to share their data with ${inOneLine(clinicName)}`,
    opening: [
      `${inOneLine(patientName ?? '') || 'Somebody'} would like to share their diabetes data with ${inOneLine(clinicName)}.`,
    ],
    link: { label: 'Log in to answer', address: `${webUrl}/login` },
    closing: [],
  });

/** Sample mails about invitations, by name. */
export function invitationMailSamples(webUrl: string): Record<string, Mail> {
  const clinic = { webUrl, to: 'dee@example.org', clinicName: 'Clinic <at the lake>' };
  return {
    'clinician-invitation': clinicianInvitationMail({ ...clinic, inviterName: 'Dr. Foe', hasAccount: false }),
    'patient-invitation': patientInvitationMail({ ...clinic, patientName: 'Ann Other' }),
  };
}
