import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';
import { validDays } from './expiration';

interface AccessCodeMail {
  webUrl: string;
  to: string;
  firstName: string;
  accessCode: string;
}

/** Notifies a patient of a prescription to claim, with its access code. */
export const accessCodeMail = ({ webUrl, to, firstName, accessCode }: AccessCodeMail): Mail =>
  linkMail({
    to,
    subject: 'Your prescription is ready',
    opening: [
      `Hello ${inOneLine(firstName)},`,
      'Your clinic has written a prescription for you. To use it, enter this access code and your date of birth in the app:',
      accessCode,
      `The code is valid for ${validDays} days.`,
    ],
    link: { label: 'Log in or open an account', address: `${webUrl}/login` },
    closing: ['If you did not expect this, please ask your clinic.'],
  });

/** Sample mails about prescriptions, by name. */
export const prescriptionMailSamples = (webUrl: string): Record<string, Mail> => ({
  'prescription-access-code': accessCodeMail({
    webUrl,
    to: 'ann@example.org',
    firstName: 'Ann',
    accessCode: 'ABC234',
  }),
});
