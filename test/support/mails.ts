import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerUnderTest } from './server';
import { waitFor } from './wait-until';

type MailBox = Pick<ServerUnderTest, 'mailFolder'>;

/** The mails from a server to an address, as text without transfer encoding. */
export async function mailsTo({ mailFolder }: MailBox, address: string): Promise<string[]> {
  const names = await readdir(mailFolder).catch(() => []);
  const complete = names.filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(complete.map((name) => readFile(join(mailFolder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${address}\r\n`)).map(decodeQuotedPrintable);
}

/** Waits until an address has received this many mails, and returns them. */
export const waitForMails = (server: MailBox, address: string, count = 1): Promise<string[]> =>
  waitFor(`${count} mails to ${address}`, async () => {
    const mails = await mailsTo(server, address);
    return mails.length >= count ? mails : undefined;
  });

/** The key of the link in a mail that asks to confirm an address. Throws when there is no such link. */
export function signupKey(mail: string): string {
  const key = /[?&]signupKey=([\w-]+)/.exec(mail)?.[1];
  if (key === undefined) throw new Error(`There is no link in this mail:\n${mail}`);
  return key;
}

/** The key of the link in a mail to reset a password. Throws when there is no such link. */
export function resetKey(mail: string): string {
  const key = /\/confirm-password-reset\?resetKey=([\w-]{32})(?![\w-])/.exec(mail)?.[1];
  if (key === undefined) throw new Error(`There is no link in this mail:\n${mail}`);
  return key;
}

const decodeQuotedPrintable = (mail: string): string =>
  mail
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
