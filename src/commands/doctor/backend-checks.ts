import { Redis } from 'ioredis';
import type { Config } from '../../platform/config';
import { ensureFolder } from '../../platform/settings/ensure-folder';
import { openContentStore } from '../../platform/storage/open-content-store';
import { openMailer } from '../../platform/mail/open-mailer';
import { Advice, Fault, type Check } from './check';
import { networkFault } from './network-fault';

interface BackendError {
  code?: unknown;
  name?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The fault behind an error of a backend, in sentences; `known` are those of its own. */
const toFault = (error: unknown, known?: string): Fault =>
  new Fault(known ?? networkFault(error) ?? `It does not work: ${reason(error)}`);

/** Checks of everything but the database that the service reaches or writes to. */
export function checkBackends(config: Config): Check[] {
  const { REDIS_URL, BLOB_URL, MAIL_URL, waitingRowsFolder } = config;
  return [
    ...(REDIS_URL === undefined
      ? []
      : [{ setting: 'REDIS_URL', value: REDIS_URL, run: () => reachRedis(REDIS_URL) }]),
    { setting: 'BLOB_URL', value: BLOB_URL, run: () => reachBlobs(config) },
    { setting: 'MAIL_URL', value: MAIL_URL, run: () => reachMail(config) },
    {
      setting: 'WAITING_ROWS_FOLDER',
      value: waitingRowsFolder,
      run: async () => assertFolder(waitingRowsFolder),
    },
  ];
}

function assertFolder(folder: string): string {
  try {
    ensureFolder(folder, 0o700);
    return 'The folder can be written.';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Fault(
      `The folder ${folder} cannot be created or written (${code}). Choose another folder, or give the process the right to write there.`,
    );
  }
}

async function reachRedis(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 });
  let problem: unknown;
  redis.on('error', (error) => (problem = error));
  try {
    await redis.connect();
    await redis.ping();
    return 'Redis answers.';
  } catch (error) {
    const { message } = (problem ?? error) as Error;
    const isRefused = /NOAUTH|WRONGPASS|NOPERM|invalid password/i.test(message);
    throw toFault(
      problem ?? error,
      isRefused ? 'Redis refuses this user and password. Correct them.' : undefined,
    );
  } finally {
    redis.disconnect();
  }
}

function storeProblem(error: unknown): string | undefined {
  const { name, $metadata } = error as BackendError;
  if (name === 'NoSuchBucket') return 'There is no such bucket. Create it, or correct its name.';
  if (name === 'CredentialsProviderError')
    return 'There are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.';
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch')
    return 'The store refuses these credentials. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (name === 'PermanentRedirect' || $metadata?.httpStatusCode === 301)
    return 'The bucket is in another region. Add ?region=… to the address.';
  if (name === 'AccessDenied' || $metadata?.httpStatusCode === 403)
    return 'The store denies access. Allow s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject in it.';
  return undefined;
}

async function reachBlobs({ BLOB_URL, BLOB_TIMEOUT }: Config): Promise<string> {
  if (BLOB_URL.startsWith('file:')) return assertFolder(BLOB_URL.slice('file:'.length));
  try {
    await openContentStore(BLOB_URL, BLOB_TIMEOUT * 1000).assertUsable();
    return 'The bucket can be listed.';
  } catch (error) {
    throw toFault(error, storeProblem(error));
  }
}

const mailProblems: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refuses this user and password. Correct them.',
  ETLS: 'The connection cannot be encrypted. Use smtps:// for a server that expects encryption from the start, smtp:// otherwise.',
};

async function reachMail({ MAIL_URL, MAIL_FROM }: Config): Promise<string> {
  if (MAIL_URL.startsWith('file:')) {
    const found = assertFolder(MAIL_URL.slice('file:'.length));
    if (process.env.NODE_ENV !== 'production') return `${found} Mails are written there, and not sent.`;
    throw new Advice('Mails are written to a folder, and not sent. Set it to smtp:// or smtps://.');
  }
  const mailer = openMailer(MAIL_URL, MAIL_FROM);
  try {
    await mailer.assertUsable();
    return 'The mail server accepts the log-in.';
  } catch (error) {
    throw toFault(error, mailProblems[String((error as BackendError).code)]);
  } finally {
    mailer.close();
  }
}
