import { inOneLine, linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface NewLink {
  /** The display name of the identity provider. */
  provider: string;
  /** The address of the person there, if the provider told it. */
  identity: string | null;
}

/** Mail to the owner of an account about a new way to log in to it. */
export const newLinkMail = (webUrl: string, to: string, { provider, identity }: NewLink): Mail =>
  linkMail({
    to,
    subject: `You can now log in with ${inOneLine(provider)}`,
    opening: [
      `Your account has just been linked with ${identity === null ? 'a person' : inOneLine(identity)} at ${inOneLine(provider)}, who can log in to it from now on.`,
      'If this was you, no action is needed. If it was not, somebody else has access to your account: set a new password and remove the link at once, or contact the operator of this service.',
    ],
    link: { label: 'Log in', address: `${webUrl}/login` },
    closing: [],
  });

/** Sample mails about identity providers, by name. */
export const linkMailSamples = (webUrl: string): Record<string, Mail> => ({
  'new-link': newLinkMail(webUrl, 'ann+diabetes@example.org', {
    provider: 'Example Clinic',
    identity: 'ann@clinic.example.org',
  }),
});
