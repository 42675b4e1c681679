import { inOneLine, linkMail } from '../../../platform/mail/link-mail';
import type { Mail } from '../../../platform/mail/mailer';

/** Why a patient gets the mail: first request, managed account, or reconnection. */
export type ConnectionMailKind = 'request' | 'custodial' | 'reconnect' | 'reminder';

export interface ConnectionMail {
  kind: ConnectionMailKind;
  to: string;
  /** As clients name it, such as `dexcom`. */
  providerName: string;
  clinicName: string;
  patientName: string;
  /** URL where the person connects the provider. */
  address: string;
}

const displayNames = new Map([
  ['dexcom', 'Dexcom'],
  ['twiist', 'twiist'],
  ['abbott', 'FreeStyle Libre'],
]);

/** Display name of a provider. */
export const displayName = (providerName: string): string =>
  displayNames.get(providerName) ?? inOneLine(providerName);

const openings: Readonly<Record<ConnectionMailKind, (clinic: string, provider: string) => string>> = {
  request: (clinic, provider) => `${clinic} asks you to share your ${provider} data with your care team.`,
  custodial: (clinic, provider) =>
    `${clinic} has opened an account for you and asks you to connect it to ${provider}, so that your care team can see your data.`,
  reconnect: (clinic, provider) =>
    `${clinic} does not get your ${provider} data any more. Please connect your account once more.`,
  reminder: (clinic, provider) =>
    `${clinic} is still waiting: please connect your account to ${provider}, so that your care team can see your data.`,
};

/** Asks a patient to connect a data source. */
export function connectionMail({
  kind,
  to,
  providerName,
  clinicName,
  patientName,
  address,
}: ConnectionMail): Mail {
  const [clinic, provider] = [inOneLine(clinicName), displayName(providerName)];
  const subjects: Readonly<Record<ConnectionMailKind, string>> = {
    request: `${clinic} asks for your ${provider} data`,
    custodial: `${clinic} asks for your ${provider} data`,
    reconnect: `Please reconnect ${provider}`,
    reminder: `${clinic} is waiting for your ${provider} data`,
  };
  return linkMail({
    to,
    subject: subjects[kind],
    opening: [`Hello ${inOneLine(patientName)},`, openings[kind](clinic, provider)],
    link: { label: `Connect ${provider}`, address },
    closing: ['The link is valid for 30 days.'],
  });
}
