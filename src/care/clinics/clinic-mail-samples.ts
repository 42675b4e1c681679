import type { Mail } from '../../platform/mail/mailer';
import { clinicCreatedMail, rolesChangedMail } from './clinic-mails';

/** Sample mails about clinics, by name. */
export function clinicMailSamples(webUrl: string): Record<string, Mail> {
  const clinic = { webUrl, to: 'dee@example.org', clinicName: 'Clinic <at the lake>' };
  return {
    'clinic-created': clinicCreatedMail(clinic),
    'clinic-roles-changed': rolesChangedMail({ ...clinic, changedBy: 'Dr. Dee' }),
  };
}
