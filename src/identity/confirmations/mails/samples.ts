import type { Mail } from '../../../platform/mail/mailer';
import { alertingInvitationMail, invitationMail } from './invitation-mails';
import { noAccountMail, passwordResetMail } from './password-reset-mails';
import {
  clinicPatientSignupMail,
  clinicSignupMail,
  custodialClinicSignupMail,
  custodialSignupMail,
  signupMail,
} from './signup-mails';

const [email, key] = ['ann+diabetes@example.org', 'a-key-that-opens-nothing'];
const inviterName = 'Bob & Carol <b>Other</b>';

/** Sample mails about confirmations and invitations, by name. */
export function confirmationMailSamples(webUrl: string): Record<string, Mail> {
  const signup = { webUrl, email, key };
  const invitation = { webUrl, email, inviterName };
  return {
    'sign-up': signupMail(signup),
    'sign-up-of-clinic': clinicSignupMail(signup),
    'sign-up-by-custodian': custodialSignupMail(signup),
    'sign-up-by-clinic-account': custodialClinicSignupMail(signup, {
      ownName: 'Ann Other',
      creatorName: 'Dr. Dee',
    }),
    'sign-up-by-clinic': clinicPatientSignupMail(signup, {
      clinicName: 'Clinic <at the lake>',
      creatorName: 'Dr. Dee',
    }),
    'password-reset': passwordResetMail(webUrl, email, key),
    'no-account': noAccountMail(webUrl, email),
    invitation: invitationMail({ ...invitation, hasAccount: false }),
    'invitation-of-account': invitationMail({ ...invitation, hasAccount: true }),
    'invitation-with-alerts': alertingInvitationMail({ ...invitation, hasAccount: true }),
  };
}
