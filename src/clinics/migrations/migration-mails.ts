import { inOneLine, linkMail } from '../../mail/link-mail';
import type { Mail } from '../../mail/mailer';

interface MigrationMail {
  webUrl: string;
  to: string;
  clinicName: string;
}

/** To a patient whose clinician works in a clinic from now on. */
export const patientMovedMail = ({
  webUrl,
  to,
  clinicName,
  clinicianName,
}: MigrationMail & { clinicianName: string | null }): Mail => {
  const clinician = inOneLine(clinicianName ?? '') || 'Your clinician';
  return linkMail({
    to,
    subject: `You share your data with ${inOneLine(clinicName)} now`,
    opening: [
      `${clinician} works with the workspace of ${inOneLine(clinicName)} now.`,
      'What you have shared so far is shared with this clinic. You can change that at any time.',
    ],
    link: { label: 'See with whom you share', address: `${webUrl}/login` },
    closing: [],
  });
};

/** To whoever has moved to a clinic, once all patients are there. */
export const migrationCompletedMail = ({ webUrl, to, clinicName }: MigrationMail): Mail =>
  linkMail({
    to,
    subject: `Your patients are at ${inOneLine(clinicName)}`,
    opening: [`All patients who have shared with you are patients of ${inOneLine(clinicName)} now.`],
    link: { label: 'Open the workspace', address: `${webUrl}/login` },
    closing: [],
  });
