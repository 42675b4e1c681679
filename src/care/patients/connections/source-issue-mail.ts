import { inOneLine, linkMail } from '../../../platform/mail/link-mail';
import type { Mail } from '../../../platform/mail/mailer';
import { displayName } from './connection-mails';

export interface SourceIssueMail {
  to: string;
  /** From the profile; null if absent. */
  name: string | null;
  /** As clients name it, such as `dexcom`. */
  providerName: string;
  /** Whether clinics view the data, too. */
  isShared: boolean;
  /** URL where the person connects the provider. */
  address: string;
}

/** Tells a person that data of a provider has stopped arriving, and how to fix it. */
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
      `Please reconnect your account, so that you ${whom}see it again.`,
    ],
    link: { label: `Connect ${provider}`, address },
    closing: ['The link is valid for 30 days.'],
  });
}
