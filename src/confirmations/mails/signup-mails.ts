import type { Mail } from '../../mail/mailer';
import { inOneLine, linkMail } from '../../mail/link-mail';

/** Whose address a sign-up mail is to confirm, and with which key. */
export interface SignupMail {
  webUrl: string;
  email: string;
  key: string;
}

/** The link that confirms an address. Clients that already exist take it apart by these names. */
export const signupLink = ({ webUrl, email, key }: SignupMail): string =>
  `${webUrl}/login?signupEmail=${encodeURIComponent(email)}&signupKey=${encodeURIComponent(key)}`;

const withoutDoing = 'If it was not you, there is nothing to do: without the confirmation nobody can log in.';
const subject = 'Please confirm your e-mail address';

/** To somebody who has opened an account. */
export const signupMail = (signup: SignupMail): Mail =>
  linkMail({
    to: signup.email,
    subject,
    opening: [
      'Welcome! Somebody has opened an account with this e-mail address.',
      'If it was you, please confirm the address.',
    ],
    link: { label: 'Confirm the address', address: signupLink(signup) },
    closing: [withoutDoing],
  });

/** To a clinic that has opened an account. */
export const clinicSignupMail = (signup: SignupMail): Mail =>
  linkMail({
    to: signup.email,
    subject,
    opening: [
      'Welcome! Somebody has opened an account for a clinic with this e-mail address.',
      'If it was you, please confirm the address.',
    ],
    link: { label: 'Confirm the address', address: signupLink(signup) },
    closing: [withoutDoing],
  });

const takeOver = 'Take over your account';
const whatIsAsked = 'You will be asked for your birthday and for a password of your own.';
const notForYou = 'If this is not for you, there is nothing to do.';

/** To somebody for whom somebody else has opened an account. */
export const custodialSignupMail = (signup: SignupMail): Mail =>
  linkMail({
    to: signup.email,
    subject: 'An account was opened for you',
    opening: [
      'Somebody who cares for you has opened an account for your diabetes data.',
      `Take it over to decide yourself who sees them. ${whatIsAsked}`,
    ],
    link: { label: takeOver, address: signupLink(signup) },
    closing: [notForYou],
  });

/** The same from a clinic of the old kind, which is an account by itself. */
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
      `Take it over to decide yourself who sees them. ${whatIsAsked}`,
    ],
    link: { label: takeOver, address: signupLink(signup) },
    closing: [notForYou],
  });

/** The same from a clinic; whoever of it has opened the account is named where their name is known. */
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
      `${creator && `${creator} of `}${clinic} has opened an account for your diabetes data, to follow them together with you.`,
      `Take it over to decide yourself who sees them. ${whatIsAsked}`,
    ],
    link: { label: takeOver, address: signupLink(signup) },
    closing: [notForYou],
  });
}
