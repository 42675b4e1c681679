import type { Mail } from '../mail/mailer';
import { connectionMail } from './connections/connection-mails';
import { sourceIssueMail } from './connections/source-issue-mail';
import { mergedAdminMail, mergedClinicianMail, mergedPatientMail } from './merging/merge-mails';
import { migrationCompletedMail, patientMovedMail } from './migrations/migration-mails';
import {
  clinicCreatedMail,
  clinicianInvitationMail,
  patientInvitationMail,
  rolesChangedMail,
  uploadReminderMail,
} from './clinic-mails';

/** The mails about clinics by their names, with made-up values. */
export function clinicMailSamples(webUrl: string): Record<string, Mail> {
  const clinic = { webUrl, to: 'dee@example.org', clinicName: 'Clinic <at the lake>' };
  const address = `${webUrl}/v1/oauth/dexcom/authorize?restricted_token=0123456789abcdef`;
  const merged = { ...clinic, sourceName: 'Clinic by the river', targetName: clinic.clinicName };
  return {
    'clinic-created': clinicCreatedMail(clinic),
    'clinic-roles-changed': rolesChangedMail({ ...clinic, changedBy: 'Dr. Dee' }),
    'clinician-invitation': clinicianInvitationMail({ ...clinic, inviterName: 'Dr. Foe', hasAccount: false }),
    'patient-invitation': patientInvitationMail({ ...clinic, patientName: 'Ann Other' }),
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
    'clinic-merged-patient': mergedPatientMail(merged),
    'clinic-merged-clinician': mergedClinicianMail(merged),
    'clinic-merged-admin': mergedAdminMail(merged),
    'clinic-patient-moved': patientMovedMail({ ...clinic, clinicianName: 'Dr. Dee' }),
    'clinic-migration-completed': migrationCompletedMail(clinic),
    'clinic-upload-reminder': uploadReminderMail({ ...clinic, patientName: 'Ann Other' }),
  };
}
