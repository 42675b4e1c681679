import { linkMail } from '../mail/link-mail';
import type { Mail } from '../mail/mailer';

interface ConsentMail {
  webUrl: string;
  to: string;
  /** The text that was agreed to, in Markdown; its heading names it. */
  content: string;
}

const titleOf = (content: string): string => /^# (.+)$/m.exec(content)?.[1] ?? 'Consent';

const link = (webUrl: string) => ({ label: 'See your consents', address: `${webUrl}/profile` });

/** Tells somebody what they have agreed to, word for word. */
export const consentGrantedMail = ({ webUrl, to, content }: ConsentMail): Mail =>
  linkMail({
    to,
    subject: `You have agreed: ${titleOf(content)}`,
    opening: ['Thank you. This is what you have agreed to:', ...content.trim().split('\n\n')],
    link: link(webUrl),
    closing: ['If this was not you, please end the consent there.'],
  });

/** Tells somebody that their consent has ended. */
export const consentRevokedMail = ({ webUrl, to, content }: ConsentMail): Mail =>
  linkMail({
    to,
    subject: `Your consent has ended: ${titleOf(content)}`,
    opening: [`You have ended your consent "${titleOf(content)}".`],
    link: link(webUrl),
    closing: ['You may agree again at any time.'],
  });

/** The mails about consents by their names, with made-up values. */
export function consentMailSamples(webUrl: string): Record<string, Mail> {
  const mail = { webUrl, to: 'ann@example.org', content: '# Donate your data\n\n- You may end it.\n' };
  return { 'consent-granted': consentGrantedMail(mail), 'consent-revoked': consentRevokedMail(mail) };
}
