import type { Mail } from '../../platform/mail/mailer';
import { connectionMail } from './connections/connection-mails';
import { sourceIssueMail } from './connections/source-issue-mail';
import { uploadReminderMail } from './upload-reminder-mail';

/** Sample mails to patients, by name. */
export function patientMailSamples(webUrl: string): Record<string, Mail> {
  const clinic = { webUrl, to: 'dee@example.org', clinicName: 'Clinic <at the lake>' };
  const address = `${webUrl}/v1/oauth/dexcom/authorize?restricted_token=0123456789abcdef`;
  return {
    ...Object.fromEntries(
      (['request', 'custodial', 'reconnect', 'reminder'] as const).map((kind) => [
        `connection-${kind}`,
        connectionMail({
          ...clinic,
          kind,
          providerName: 'dexcom',
          patientName: 'Ann Other',
          address,
        }),
      ]),
    ),
    ...Object.fromEntries(
      [true, false].map((isShared) => [
        `data-source-issue-${isShared ? 'shared' : 'personal'}`,
        sourceIssueMail({ ...clinic, isShared, name: 'Ann Other', providerName: 'dexcom', address }),
      ]),
    ),
    'clinic-upload-reminder': uploadReminderMail({ ...clinic, patientName: 'Ann Other' }),
  };
}
