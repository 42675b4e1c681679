import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { serverAddresses } from './database/cluster/addresses';
import { waysOut } from './push/ways-out';
import { findLookalikes } from './settings/lookalikes';
import { problemLines, settingProblem } from './settings/problems';
import { parseS3Address } from './storage/s3-address';

/** As clients parse it: no leading zeros, and no empty identifiers. */
const semverPattern =
  /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/;
const semver = z.string().regex(semverPattern, 'must be a semantic version such as 1.2.3');
const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);
/** Of RFC 9110, 5.6.2. */
const headerNames = names.pipe(
  z.array(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be names of header fields')),
);
const sender = z
  .string()
  .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Name <name@host.example>');
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** Seconds, a week by default; 0 for never. */
const reminderDelay = z.coerce
  .number()
  .int()
  .min(0)
  .default(7 * 24 * 3600);

const seconds = z.coerce.number().int().positive();
const encryptionKey = z
  .string()
  .refine(
    (text) => /^[A-Za-z0-9+/]{43}=$/.test(text),
    'must be 32 bytes in base64, or several such keys separated by commas',
  );
/** Address of a page that people open. Links keep it unchanged, with its fragment and trailing slash. */
const pageAddress = z.url({
  protocol: /^https?$/,
  normalize: true,
  error: 'must be an address that starts with http:// or https://',
});
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const bytesInBase64url = (length: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === length,
      `must be ${length} bytes in base64url`,
    );

/** What a password in an address needs. */
const encodedPassword =
  'must be an address in which / ? # @ and % of a password are percent-encoded, such as %2F for /';
const origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, 'must be like https://host:port');

function refuseWrongS3Address(text: string, refinement: z.RefinementCtx): void {
  if (!text.startsWith('s3:')) return;
  try {
    parseS3Address(text);
  } catch (error) {
    refinement.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

function refuseWrongServers(text: string, refinement: z.RefinementCtx): void {
  try {
    serverAddresses(text, 'The address');
  } catch (error) {
    refinement.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: address.optional(),
  AUTH_URL: address.optional(),
  WEB_URL: address.optional(),
  TERMS_URL: pageAddress.optional(),
  PRIVACY_URL: pageAddress.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|mysql:\/\/.+)$/, 'must start with sqlite: or mysql://')
    .superRefine((text, refinement) => {
      if (text.startsWith('mysql://')) refuseWrongServers(text, refinement);
    })
    .default('sqlite:./var/glycograph.db'),
  DATABASE_REPLICA_URL: z.string().superRefine(refuseWrongServers).optional(),
  DATABASE_REPLICA_LAG: z.coerce.number().positive().max(60).default(1),
  DATABASE_TIMEOUT: z.coerce.number().positive().max(600).default(10),
  WAITING_ROWS_FOLDER: z.string().min(1).optional(),
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(600).default(0),
  SHUTDOWN_TIMEOUT: z.coerce.number().positive().max(600).default(10),
  READY_TIMEOUT: z.coerce.number().positive().max(60).default(2),
  READY_REQUIRES: names
    .pipe(z.array(z.enum(['database', 'migrations', 'writing', 'replicas', 'redis', 'blobs', 'mail'])))
    .default(['database', 'migrations', 'writing']),
  DATABASE_SYNC_WAIT: flag.default(true),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(3).max(500).default(30),
  SUMMARY_TASKS: z.coerce.number().int().min(1).max(100).default(1),
  MAIL_URL: z
    .string()
    .regex(/^(file:.+|smtps?:\/\/.+)$/, 'must start with file:, smtp:// or smtps://')
    .refine((text) => text.startsWith('file:') || URL.canParse(text), encodedPassword)
    .default('file:./var/mail'),
  MAIL_FROM: sender.default('Glycograph <no-reply@glycograph.example>'),
  MAIL_PREVIEW: flag.default(false),
  BLOB_URL: z
    .string()
    .regex(/^(file:.+|s3:\/\/.+)$/, 'must start with file: or s3://')
    .superRefine(refuseWrongS3Address)
    .default('file:./var/blobs'),
  BLOB_TIMEOUT: z.coerce.number().positive().max(600).default(10),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/.+$/, 'must start with redis:// or rediss://')
    .refine((text) => URL.canParse(text), encodedPassword)
    .optional(),
  REDIS_TIMEOUT: z.coerce.number().positive().max(60).default(1),
  MIGRATE: flag.default(true),
  ALLOW_NEWER_DATABASE: flag.default(false),
  SERVICE_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens')
    .default('glycograph'),
  REALMS: names.optional(),
  SESSION_TOKEN_HEADERS: headerNames.default(['X-Service-Session-Token', 'X-Tidepool-Session-Token']),
  HEADER_PREFIXES: headerNames.default(['X-Service-', 'X-Tidepool-']),
  SERVER_SECRET: z.string().min(1).optional(),
  VERIFICATION_SECRET: z.string().min(1).optional(),
  CLIENTS_FILE: z.string().optional(),
  IDENTITY_PROVIDERS_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  BODY_TIMEOUT: seconds.max(86_400).default(60),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(2000),
  LOGIN_ATTEMPTS: z.coerce.number().int().min(0).default(10),
  LOGIN_ATTEMPTS_WINDOW: seconds.default(600),
  LOGIN_ATTEMPTS_PER_NETWORK: z.coerce.number().int().min(0).optional(),
  PASSWORD_HASH_MEMORY: z.coerce.number().int().min(64).max(1_048_576).default(19_456),
  MAILS_PER_HOUR: z.coerce.number().int().min(0).default(200),
  MAILS_SENT_PER_HOUR: z.coerce.number().int().min(0).default(300),
  ACCESS_TOKEN_TTL: seconds.max(600).default(600),
  CODE_TTL: seconds.max(600).default(60),
  LOG_IN_PAGE_TTL: seconds.default(1800),
  SIGN_ON_IDLE_TTL: seconds.default(8 * 3600),
  SIGN_ON_TTL: seconds.default(24 * 3600),
  REMEMBERED_IDLE_TTL: seconds.default(7 * 24 * 3600),
  REMEMBERED_TTL: seconds.default(30 * 24 * 3600),
  OFFLINE_IDLE_TTL: seconds.default(45 * 24 * 3600),
  REFRESH_TOKENS_ONCE: flag.default(false),
  SIGNING_KEY_TTL: seconds.min(3600).default(90 * 24 * 3600),
  LONG_TERM_KEY: z.string().min(1).optional(),
  SESSION_TTL: seconds.default(8 * 3600),
  LONG_SESSION_TTL: seconds.default(30 * 24 * 3600),
  SERVER_TOKEN_TTL: seconds.default(36 * 3600),
  SIGNUP_TTL: seconds.default(31 * 24 * 3600),
  INVITE_TTL: seconds.default(7 * 24 * 3600),
  REMOVED_MESSAGE_TTL: seconds.default(14 * 24 * 3600),
  DEVICE_CHECK_URL: address.default('https://api.devicecheck.apple.com'),
  DEVICE_CHECK_KEY: z.string().optional(),
  DEVICE_CHECK_KEY_ID: z.string().optional(),
  DEVICE_CHECK_TEAM_ID: z.string().optional(),
  ALERT_TRANSPORT: names.pipe(z.array(z.enum(['log', 'apns', 'webpush', 'webhook'])).min(1)).default(['log']),
  ALERT_BRAND: z.string().min(1).optional(),
  ALERT_NOTIFICATION_TTL: seconds.default(90 * 24 * 3600),
  ALERT_WEBHOOK_URL: address.optional(),
  ALERT_WEBHOOK_SECRET: z.string().min(1).optional(),
  APNS_KEY: z.string().optional(),
  APNS_KEY_ID: z.string().optional(),
  APNS_TEAM_ID: z.string().optional(),
  APNS_TOPIC: z.string().optional(),
  APNS_PRODUCTION_URL: address.default('https://api.push.apple.com'),
  APNS_SANDBOX_URL: address.default('https://api.sandbox.push.apple.com'),
  WEB_PUSH_PUBLIC_KEY: bytesInBase64url(65).optional(),
  WEB_PUSH_PRIVATE_KEY: bytesInBase64url(32).optional(),
  WEB_PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must start with mailto: or https://')
    .optional(),
  WEB_PUSH_ORIGINS: names.pipe(z.array(origin)).default([]),
  AUDIT_RETENTION: seconds.optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_SCRAPE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ANONYMOUS_METRICS_PER_MINUTE: z.coerce.number().int().min(0).default(300),
  METRICS_SALT: z.string().default('glycograph'),
  METRICS_RETENTION: seconds.default(730 * 24 * 3600),
  RESET_TTL: seconds.default(7 * 24 * 3600),
  EXPORT_BRAND: z
    .string()
    .regex(/^[\w -]+$/, 'must be letters, digits, spaces and hyphens')
    .default('Tidepool'),
  EXPORT_TTL: seconds.default(24 * 3600),
  EVENT_TTL: seconds.default(24 * 3600),
  EXPORT_TIMEOUT: seconds.max(86_400).default(120),
  CONSENTS_FILE: z.string().optional(),
  DONATION_RECIPIENT: z.string().optional(),
  CLINIC_MIGRATION_DELAY: z.coerce.number().int().min(0).default(5),
  CONNECTION_REMINDER_DELAY: reminderDelay,
  CLAIM_REMINDER_DELAY: reminderDelay,
  DEMO_PATIENT_ID: z.string().default(''),
  UPLOADER_MINIMUM: semver.default('2.53.0'),
  LOOP_MINIMUM: semver.default('1.1.0'),
  LOOP_CRITICAL_UPDATES: names.pipe(z.array(semver)).default([]),
  PROVIDERS_FILE: z.string().optional(),
  PROVIDER_TOKEN_KEY: names.pipe(z.array(encryptionKey)).default([]),
  REDOX_VERIFICATION_TOKEN: z.string().min(1).optional(),
  REDOX_URL: address.optional(),
  REDOX_TOKEN: z.string().min(1).optional(),
  XEALTH_TOKEN: z.string().min(1).optional(),
  XEALTH_URL: address.optional(),
  XEALTH_TOKEN_URL: address.optional(),
  XEALTH_CLIENT_ID: z.string().min(1).optional(),
  XEALTH_CLIENT_SECRET: z.string().min(1).optional(),
  NAME_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/, 'must be a reversed domain name')
    .default('org.tidepool'),
  TASK_POLL_DELAY: z.coerce.number().positive().max(86_400).optional(),
  GRAPH_MAX_DEPTH: z.coerce.number().int().positive().default(30),
  GRAPH_MAX_ALIASES: z.coerce.number().int().positive().default(30),
  GRAPH_MAX_COST: z.coerce.number().int().positive().default(200_000),
  GRAPH_MAX_TOKENS: z.coerce.number().int().positive().default(4_000),
  OPERATION_TIMEOUT: z.coerce.number().positive().max(600).default(10),
  OPERATION_MEMORY: z.coerce.number().int().positive().max(4096).default(64),
  GRAPH_COST_PER_ACCOUNT: z.coerce.number().int().min(0).default(300_000_000),
  GRAPH_COST_PER_ADDRESS: z.coerce.number().int().min(0).default(1_000_000_000),
  GRAPH_ALLOW_LIST_FILE: z.string().optional(),
  GRAPH_SUGGESTIONS: flag.default(true),
  STREAMS_PER_CONNECTION: z.coerce.number().int().positive().default(50),
  STREAMS_PER_ACCOUNT: z.coerce.number().int().positive().default(200),
});

/**
 * The folder in which rows wait for the database. Rows for one database must not be stored in another, so each
 * database has its own folder, named after its address without credentials.
 */
function waitingRowsFolder({ WAITING_ROWS_FOLDER, DATABASE_URL }: z.infer<typeof environment>): string {
  const parent = WAITING_ROWS_FOLDER ?? './var/waiting-rows';
  if (DATABASE_URL.startsWith('sqlite:') && WAITING_ROWS_FOLDER === undefined)
    return DATABASE_URL === 'sqlite::memory:'
      ? join(tmpdir(), `glycograph-waiting-rows-${process.pid}`)
      : `${DATABASE_URL.slice('sqlite:'.length)}-waiting-rows`;
  const address = DATABASE_URL.replace(/^mysql:\/\/([^@/]*@)?/, 'mysql://').replace(/[?#].*$/, '');
  return join(parent, createHash('sha256').update(address).digest('hex').slice(0, 16));
}

const stagingRealms = ['dev1', 'qa1', 'qa2', 'qa3', 'qa4', 'qa5', 'integration'];

/** The key for asking Apple; undefined unless all of its parts are set. */
function readDeviceCheckKey(settings: z.infer<typeof environment>) {
  const { DEVICE_CHECK_KEY, DEVICE_CHECK_KEY_ID: keyId, DEVICE_CHECK_TEAM_ID: teamId } = settings;
  if (!DEVICE_CHECK_KEY || !keyId || !teamId) return undefined;
  return { privateKey: DEVICE_CHECK_KEY.replaceAll('\\n', '\n'), keyId, teamId };
}

/** The credentials for Xealth, in both directions; undefined if none are set. Throws when only some are set. */
function readXealth(settings: z.infer<typeof environment>) {
  const { XEALTH_TOKEN: token, XEALTH_URL: url, XEALTH_TOKEN_URL: tokenUrl } = settings;
  const { XEALTH_CLIENT_ID: clientId, XEALTH_CLIENT_SECRET: clientSecret } = settings;
  if (token && url && tokenUrl && clientId && clientSecret)
    return { token, url, tokenUrl, clientId, clientSecret };
  if (token ?? url ?? tokenUrl ?? clientId ?? clientSecret)
    throw invalid([
      '  XEALTH_TOKEN, XEALTH_URL, XEALTH_TOKEN_URL, XEALTH_CLIENT_ID, XEALTH_CLIENT_SECRET: must be set together',
    ]);
  return undefined;
}

/** The replicas of the database; undefined if there are none. Throws when the database cannot have any. */
function readReplicas(settings: z.infer<typeof environment>) {
  const { DATABASE_URL, DATABASE_REPLICA_URL: url, DATABASE_REPLICA_LAG: lag } = settings;
  if (url === undefined) return undefined;
  if (!DATABASE_URL.startsWith('mysql:'))
    throw invalid(['  DATABASE_REPLICA_URL: needs a DATABASE_URL that starts with mysql://']);
  return { addresses: serverAddresses(url), lag: lag * 1000 };
}

/** Passwords and tokens would cross the network unencrypted. Addresses of this machine need no encryption. */
function refuseOpenAddress(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw invalid([
    `  BASE_URL: must start with https:// where NODE_ENV is production, and is "${baseUrl}". Let a proxy with a certificate pass requests on, and give its address`,
  ]);
}

const invalid = (problems: readonly string[]): Error =>
  new Error(`These settings are not valid:\n${problems.join('\n')}`);

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/**
 * Reads, validates and types every setting once. The names are those of the environment variables. Throws one error
 * that lists all invalid settings.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { mistakes, strangers } = findLookalikes(Object.keys(given), settingNames);
  const misspelled = mistakes.map(
    ({ name, setting }) => `  ${name}: is not a setting; did you mean ${setting}?`,
  );
  const parsed = environment.safeParse(given, { error: settingProblem });
  const problems = [...misspelled, ...(parsed.success ? [] : problemLines(parsed.error.issues, given))];
  if (!parsed.success || problems.length > 0) throw invalid(problems);
  const settings = parsed.data;
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;
  if (env.NODE_ENV === 'production') refuseOpenAddress(baseUrl);
  const productionRealm = settings.SERVICE_NAME;
  return {
    ...settings,
    BASE_URL: baseUrl,
    AUTH_URL: settings.AUTH_URL ?? baseUrl,
    WEB_URL: settings.WEB_URL ?? baseUrl,
    productionRealm,
    waitingRowsFolder: waitingRowsFolder(settings),
    lookalikes: strangers,
    /** Enough for a clinic whose computers share an address. */
    loginAttemptsPerNetwork: settings.LOGIN_ATTEMPTS_PER_NETWORK ?? 15 * settings.LOGIN_ATTEMPTS,
    /** Milliseconds. */
    taskPollDelay: settings.TASK_POLL_DELAY === undefined ? undefined : settings.TASK_POLL_DELAY * 1000,
    operationLimits: {
      duration: settings.OPERATION_TIMEOUT * 1000,
      memory: settings.OPERATION_MEMORY * 1024 * 1024,
    },
    deviceCheckKey: readDeviceCheckKey(settings),
    push: waysOut(settings, (problem) => {
      throw invalid([`  ${problem}`]);
    }),
    xealth: readXealth(settings),
    replicas: readReplicas(settings),
    alertBrand: settings.ALERT_BRAND ?? settings.EXPORT_BRAND,
    realms: [...new Set(settings.REALMS ?? [...stagingRealms, productionRealm])],
  };
}

export type Config = ReturnType<typeof readConfig>;
