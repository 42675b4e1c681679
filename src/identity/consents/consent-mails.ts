import { linkMail } from '../../platform/mail/link-mail';
import type { Mail } from '../../platform/mail/mailer';

interface ConsentMail {
  webUrl: string;
  to: string;
  /** The consent text in Markdown; its first heading is its name. */
  content: string;
}

const findTitle = (content: string): string => /^# (.+)$/m.exec(content)?.[1] ?? 'Consent';

const link = (webUrl: string) => ({ label: 'See your consents', address: `${webUrl}/profile` });

/** Mail about a granted consent, with its text. */
export const consentGrantedMail = ({ webUrl, to, content }: ConsentMail): Mail =>
  linkMail({
    to,
    subject: `You have agreed: ${findTitle(content)}`,
    opening: ['Thank you. This is the text that you have consented to:', ...content.trim().split('\n\n')],
    link: link(webUrl),
    closing: ['If this was not you, please revoke the consent there.'],
  });

/** Mail about a revoked consent. */
export const consentRevokedMail = ({ webUrl, to, content }: ConsentMail): Mail =>
  linkMail({
    to,
    subject: `Your consent has ended: ${findTitle(content)}`,
    opening: [`You have revoked your consent "${findTitle(content)}".`],
    link: link(webUrl),
    closing: ['You can consent again at any time.'],
  });

/** Sample mails about consents, by name. */
export function consentMailSamples(webUrl: string): Record<string, Mail> {
  const mail = { webUrl, to: 'ann@example.org', content: '# Donate your data\n\n- You may end it.\n' };
  return { 'consent-granted': consentGrantedMail(mail), 'consent-revoked': consentRevokedMail(mail) };
}
