import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface MigrationMail {
  webUrl: string;
  to: string;
  clinicName: string;
}

/** To a patient whose clinician now works in a clinic. */
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
      `${clinician} now works with the workspace of ${inOneLine(clinicName)}.`,
      'What you have shared so far is now shared with this clinic. You can change that at any time.',
    ],
    link: { label: 'See whom you share with', address: `${webUrl}/login` },
    closing: [],
  });
};

/** To the owner of a migrated account, once all patients have moved. */
export const migrationCompletedMail = ({ webUrl, to, clinicName }: MigrationMail): Mail =>
  linkMail({
    to,
    subject: `Your patients are at ${inOneLine(clinicName)}`,
    opening: [`All patients who share data with you are now patients of ${inOneLine(clinicName)}.`],
    link: { label: 'Open the workspace', address: `${webUrl}/login` },
    closing: [],
  });

/** Sample mails about migrations, by name. */
export function migrationMailSamples(webUrl: string): Record<string, Mail> {
  const clinic = { webUrl, to: 'dee@example.org', clinicName: 'Clinic <at the lake>' };
  return {
    'clinic-patient-moved': patientMovedMail({ ...clinic, clinicianName: 'Dr. Dee' }),
    'clinic-migration-completed': migrationCompletedMail(clinic),
  };
}
