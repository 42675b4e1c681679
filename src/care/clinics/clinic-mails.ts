import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface ClinicMail {
  webUrl: string;
  to: string;
  clinicName: string;
}

const workspace = (webUrl: string) => ({ label: 'Open the workspace', address: `${webUrl}/login` });

/** To the creator of a clinic. */
export const clinicCreatedMail = ({ webUrl, to, clinicName }: ClinicMail): Mail =>
  linkMail({
    to,
    subject: `Your clinic ${inOneLine(clinicName)} is ready`,
    opening: [
      `The workspace of ${inOneLine(clinicName)} has been created, and you are its first administrator.`,
      'You can invite colleagues there, add patients, or ask patients to share their data with the share code.',
    ],
    link: workspace(webUrl),
    closing: [],
  });

/** To a member of a clinic whose role has changed. */
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
      `${inOneLine(changedBy ?? '') || 'Clinic administrator'} has changed your role at ${inOneLine(clinicName)}.`,
    ],
    link: workspace(webUrl),
    closing: [],
  });
