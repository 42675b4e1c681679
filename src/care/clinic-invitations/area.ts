import type { AccountService } from '../../identity/accounts/account.service';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import type { InvitationService } from '../../identity/confirmations/invitation.service';
import type { PasswordResetService } from '../../identity/confirmations/password-reset.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { ClinicService } from '../clinics/clinic.service';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { PatientService } from '../patients/patient.service';
import type { ClinicianService } from '../clinics/people/clinician.service';
import { ClinicianInviteService } from './clinician-invite.service';
import { invitationMailSamples } from './invitation-mails';
import { PatientInviteService } from './patient-invite.service';
import { WaitingMails } from './waiting-mails.service';

interface Needs extends Base {
  accounts: AccountService;
  clinicians: ClinicianService;
  clinicNews: ClinicNews;
  clinics: ClinicService;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  invitations: InvitationService;
  metadata: MetadataService;
  passwordResets: PasswordResetService;
  patientDirectory: PatientDirectory;
  patients: PatientService;
  requestedMails: RequestedMails;
}

/** Invitations of members and of patients to clinics. */
export const clinicInvitationsArea = defineArea({
  name: 'clinic-invitations',
  create(services: Needs) {
    const { INVITE_TTL: lifetime, WEB_URL: webUrl } = services.config;
    const clinicianInvites = new ClinicianInviteService(services, webUrl);
    return {
      clinicianInvites,
      waitingMails: new WaitingMails({ ...services, clinicianInvites }),
      patientInvites: new PatientInviteService(services, { webUrl, lifetime }),
    };
  },
  // Invitations are stored as confirmations, and invited members as clinicians.
  forgets: keepsNothing,
  mailSamples: invitationMailSamples,
});
