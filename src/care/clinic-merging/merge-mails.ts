import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface MergeMail {
  webUrl: string;
  to: string;
  sourceName: string;
  targetName: string;
}

const writeMail = ({ webUrl, to, sourceName, targetName }: MergeMail, ...opening: string[]): Mail =>
  linkMail({
    to,
    subject: `${inOneLine(sourceName)} is now part of ${inOneLine(targetName)}`,
    opening,
    link: { label: 'Log in', address: `${webUrl}/login` },
    closing: [],
  });

/** To a patient of a clinic that was merged into another. */
export const mergedPatientMail = (facts: MergeMail): Mail =>
  writeMail(
    facts,
    `${inOneLine(facts.sourceName)} and ${inOneLine(facts.targetName)} work together from now on.`,
    `What you have shared with ${inOneLine(facts.sourceName)} is shared with ${inOneLine(facts.targetName)}. You can change that at any time.`,
  );

/** To a member of a clinic that was merged into another. */
export const mergedClinicianMail = (facts: MergeMail): Mail =>
  writeMail(
    facts,
    `The workspace of ${inOneLine(facts.sourceName)} has become a part of that of ${inOneLine(facts.targetName)}.`,
    'You will find your patients there.',
  );

/** To an administrator of the target of a merge. */
export const mergedAdminMail = (facts: MergeMail): Mail =>
  writeMail(
    facts,
    `Patients and people of ${inOneLine(facts.sourceName)} are in the workspace of ${inOneLine(facts.targetName)} now.`,
  );

/** Sample mails about merges, by name. */
export function mergeMailSamples(webUrl: string): Record<string, Mail> {
  const merged = {
    webUrl,
    to: 'dee@example.org',
    sourceName: 'Clinic by the river',
    targetName: 'Clinic <at the lake>',
  };
  return {
    'clinic-merged-patient': mergedPatientMail(merged),
    'clinic-merged-clinician': mergedClinicianMail(merged),
    'clinic-merged-admin': mergedAdminMail(merged),
  };
}
