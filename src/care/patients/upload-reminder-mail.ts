import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface UploadReminder {
  webUrl: string;
  to: string;
  clinicName: string;
  patientName: string;
}

/** To a patient whose clinic waits for data. */
export const uploadReminderMail = ({ webUrl, to, clinicName, patientName }: UploadReminder): Mail =>
  linkMail({
    to,
    subject: `${inOneLine(clinicName)} would like to see your latest data`,
    opening: [
      `Hello ${inOneLine(patientName)},`,
      `${inOneLine(clinicName)} asks you to upload your device data, so that your care team can review it.`,
    ],
    link: { label: 'Upload your data', address: `${webUrl}/login` },
    closing: [],
  });
