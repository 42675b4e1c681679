import { inOneLine, linkMail } from '../mail/link-mail';
import type { Mail } from '../mail/mailer';

interface ClinicMail {
  webUrl: string;
  to: string;
  clinicName: string;
}

const workspace = (webUrl: string) => ({ label: 'Open the workspace', address: `${webUrl}/login` });

/** To who has opened a clinic. */
export const clinicCreatedMail = ({ webUrl, to, clinicName }: ClinicMail): Mail =>
  linkMail({
    to,
    subject: `Your clinic ${inOneLine(clinicName)} is ready`,
    opening: [
      `The workspace of ${inOneLine(clinicName)} has been opened, and you are its first administrator.`,
      'You can invite colleagues there, and add patients or ask them to share their data by the share code.',
    ],
    link: workspace(webUrl),
    closing: [],
  });

/** To somebody of a clinic who may do something else there from now on. */
export const rolesChangedMail = ({
  webUrl,
  to,
  clinicName,
  changedBy,
}: ClinicMail & { changedBy: string | null }): Mail =>
  linkMail({
    to,
    subject: `Your role at ${inOneLine(clinicName)} has changed`,
    opening: [
      `${inOneLine(changedBy ?? '') || 'Clinic administrator'} has changed what you may do at ${inOneLine(clinicName)}.`,
    ],
    link: workspace(webUrl),
    closing: [],
  });

/** To a patient whose clinic waits for data. */
export const uploadReminderMail = ({
  webUrl,
  to,
  clinicName,
  patientName,
}: ClinicMail & { patientName: string }): Mail =>
  linkMail({
    to,
    subject: `${inOneLine(clinicName)} would like to see your latest data`,
    opening: [
      `Hello ${inOneLine(patientName)},`,
      `${inOneLine(clinicName)} asks you to upload the data of your devices, so that your care team can look at them.`,
    ],
    link: { label: 'Upload your data', address: `${webUrl}/login` },
    closing: [],
  });

/** Invites somebody to work in a clinic. It carries no key: who has logged in finds the invitation in a list. */
export function clinicianInvitationMail({
  webUrl,
  to,
  clinicName,
  inviterName,
  hasAccount,
}: ClinicMail & { inviterName: string | null; hasAccount: boolean }): Mail {
  const inviter = inOneLine(inviterName ?? '') || 'An administrator';
  return linkMail({
    to,
    subject: `${inOneLine(clinicName)} invites you`,
    opening: [`${inviter} invites you to work with ${inOneLine(clinicName)}.`],
    link: {
      label: hasAccount ? 'Log in to answer' : 'Open an account to answer',
      address: `${webUrl}/${hasAccount ? 'login' : 'signup/clinician'}?inviteEmail=${encodeURIComponent(to)}`,
    },
    closing: ['You can decline there, too.'],
  });
}

/** Tells an administrator that somebody would like to be a patient of the clinic. */
export const patientInvitationMail = ({
  webUrl,
  to,
  clinicName,
  patientName,
}: ClinicMail & { patientName: string | null }): Mail =>
  linkMail({
    to,
    subject: `Somebody would like to share their data with ${inOneLine(clinicName)}`,
    opening: [
      `${inOneLine(patientName ?? '') || 'Somebody'} would like to share their diabetes data with ${inOneLine(clinicName)}.`,
    ],
    link: { label: 'Log in to answer', address: `${webUrl}/login` },
    closing: [],
  });
