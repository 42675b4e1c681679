import { inOneLine, linkMail } from '../../mail/link-mail';
import type { Mail } from '../../mail/mailer';

interface MergeMail {
  webUrl: string;
  to: string;
  sourceName: string;
  targetName: string;
}

const mailOf = ({ webUrl, to, sourceName, targetName }: MergeMail, ...opening: string[]): Mail =>
  linkMail({
    to,
    subject: `${inOneLine(sourceName)} is a part of ${inOneLine(targetName)} now`,
    opening,
    link: { label: 'Log in', address: `${webUrl}/login` },
    closing: [],
  });

/** To a patient of a clinic that is a part of another one now. */
export const mergedPatientMail = (facts: MergeMail): Mail =>
  mailOf(
    facts,
    `${inOneLine(facts.sourceName)} and ${inOneLine(facts.targetName)} work together from now on.`,
    `What you have shared with ${inOneLine(facts.sourceName)} is shared with ${inOneLine(facts.targetName)}. You can change that at any time.`,
  );

/** To somebody who has worked in a clinic that is a part of another one now. */
export const mergedClinicianMail = (facts: MergeMail): Mail =>
  mailOf(
    facts,
    `The workspace of ${inOneLine(facts.sourceName)} has become a part of that of ${inOneLine(facts.targetName)}.`,
    'You find your patients there.',
  );

/** To an administrator of the clinic that has got another one. */
export const mergedAdminMail = (facts: MergeMail): Mail =>
  mailOf(
    facts,
    `Patients and people of ${inOneLine(facts.sourceName)} are in the workspace of ${inOneLine(facts.targetName)} now.`,
  );
