import { inOneLine, linkMail } from '../../mail/link-mail';
import type { Mail } from '../../mail/mailer';
import { displayName } from './connection-mails';

export interface SourceIssueMail {
  to: string;
  /** As the profile has it; null when it tells none. */
  name: string | null;
  /** As clients name it, such as `dexcom`. */
  providerName: string;
  /** Clinics look at the data, too. */
  isShared: boolean;
  /** Where the connection is made. */
  address: string;
}

/** Tells somebody that data of a provider do not arrive any more, and how to change that. */
export function sourceIssueMail({ to, name, providerName, isShared, address }: SourceIssueMail): Mail {
  const provider = displayName(providerName);
  const [who, whom] = isShared
    ? ['neither you nor your care team sees', 'and your care team ']
    : ['you do not see', ''];
  return linkMail({
    to,
    subject: `Your ${provider} data do not arrive any more`,
    opening: [
      ...(inOneLine(name ?? '') ? [`Hello ${inOneLine(name ?? '')},`] : []),
      `Something is wrong with the connection to ${provider}: ${who} new data.`,
      `Please connect your account once more, so that you ${whom}see them again.`,
    ],
    link: { label: `Connect ${provider}`, address },
    closing: ['The link works for 30 days.'],
  });
}
