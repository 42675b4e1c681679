import type { Mail } from '../../../platform/mail/mailer';
import { inOneLine, linkMail } from '../../../platform/mail/link-mail';

/** The address that a sign-up mail confirms, and its key. */
export interface SignupMail {
  webUrl: string;
  email: string;
  key: string;
}

/** The link that confirms an address. Existing clients parse it by these names. */
const signupLink = ({ webUrl, email, key }: SignupMail): string =>
  `${webUrl}/login?signupEmail=${encodeURIComponent(email)}&signupKey=${encodeURIComponent(key)}`;

const withoutDoing = 'If it was not you, no action is needed: nobody can log in without the confirmation.';
const subject = 'Please confirm your email address';

/** To a person who has signed up. */
export const signupMail = (signup: SignupMail): Mail =>
  linkMail({
    to: signup.email,
    subject,
    opening: [
      'Welcome! Someone has created an account with this email address.',
      'If it was you, please confirm the address.',
    ],
    link: { label: 'Confirm the address', address: signupLink(signup) },
    closing: [withoutDoing],
  });

/** To a clinic that has signed up. */
export const clinicSignupMail = (signup: SignupMail): Mail =>
  linkMail({
    to: signup.email,
    subject,
    opening: [
      'Welcome! Someone has created an account for a clinic with this email address.',
      'If it was you, please confirm the address.',
    ],
    link: { label: 'Confirm the address', address: signupLink(signup) },
    closing: [withoutDoing],
  });

const takeOver = 'Claim your account';
const whatIsAsked = 'You will be asked for your birthday and a password.';
const notForYou = 'If this is not for you, no action is needed.';

/** To a person whose account was created by somebody else. */
export const custodialSignupMail = (signup: SignupMail): Mail =>
  linkMail({
    to: signup.email,
    subject: 'An account was opened for you',
    opening: [
      'A member of your care team has opened an account for your diabetes data.',
      `Claim it to decide yourself who can see your data. ${whatIsAsked}`,
    ],
    link: { label: takeOver, address: signupLink(signup) },
    closing: [notForYou],
  });

/** The same from a legacy clinic, which is itself an account. */
export const custodialClinicSignupMail = (
  signup: SignupMail,
  { ownName, creatorName }: { ownName: string | null; creatorName: string | null },
): Mail =>
  linkMail({
    to: signup.email,
    subject: 'An account was opened for you',
    opening: [
      ...(ownName === null ? [] : [`Hello ${inOneLine(ownName)},`]),
      `${inOneLine(creatorName ?? 'Clinician')} has opened an account for your diabetes data.`,
      `Claim it to decide yourself who can see your data. ${whatIsAsked}`,
    ],
    link: { label: takeOver, address: signupLink(signup) },
    closing: [notForYou],
  });

/** The same from a clinic, with the name of the member who created the account, if known. */
export function clinicPatientSignupMail(
  signup: SignupMail,
  { clinicName, creatorName }: { clinicName: string | null; creatorName: string | null },
): Mail {
  const clinic = inOneLine(clinicName ?? 'Diabetes Clinic');
  const creator = inOneLine(creatorName ?? '');
  return linkMail({
    to: signup.email,
    subject: `${clinic} has opened an account for you`,
    opening: [
      `${creator && `${creator} of `}${clinic} has opened an account for your diabetes data, to review it together with you.`,
      `Claim it to decide yourself who can see your data. ${whatIsAsked}`,
    ],
    link: { label: takeOver, address: signupLink(signup) },
    closing: [notForYou],
  });
}
