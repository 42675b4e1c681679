import { z } from 'zod';

const semver = z
  .string()
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be a semantic version such as 1.2.3');
const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const seconds = z.coerce.number().int().positive();
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: address.optional(),
  AUTH_URL: address.optional(),
  WEB_URL: address.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|mysql:\/\/.+)$/, 'must start with sqlite: or mysql://')
    .default('sqlite:./var/glycograph.db'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(20),
  MAIL_URL: z
    .string()
    .regex(/^(file:.+|smtps?:\/\/.+)$/, 'must start with file:, smtp:// or smtps://')
    .default('file:./var/mail'),
  MAIL_FROM: z.string().default('Glycograph <no-reply@glycograph.example>'),
  BLOB_URL: z
    .string()
    .regex(/^file:.+$/, 'must start with file:')
    .default('file:./var/blobs'),
  MIGRATE: flag.default(true),
  SERVICE_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens')
    .default('glycograph'),
  REALMS: names.optional(),
  SESSION_TOKEN_HEADERS: names.default(['X-Service-Session-Token', 'X-Tidepool-Session-Token']),
  HEADER_PREFIXES: names.default(['X-Service-', 'X-Tidepool-']),
  SERVER_SECRET: z.string().min(1).optional(),
  VERIFICATION_SECRET: z.string().min(1).optional(),
  CLIENTS_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  ACCESS_TOKEN_TTL: seconds.max(600).default(600),
  SESSION_TTL: seconds.default(8 * 3600),
  LONG_SESSION_TTL: seconds.default(30 * 24 * 3600),
  SERVER_TOKEN_TTL: seconds.default(36 * 3600),
  SIGNUP_TTL: seconds.default(31 * 24 * 3600),
  REMOVED_MESSAGE_TTL: seconds.default(14 * 24 * 3600),
  METRICS_SALT: z.string().default('glycograph'),
  RESET_TTL: seconds.default(7 * 24 * 3600),
  UPLOADER_MINIMUM: semver.default('2.53.0'),
  LOOP_MINIMUM: semver.default('1.1.0'),
  LOOP_CRITICAL_UPDATES: names.default([]),
  GRAPH_MAX_DEPTH: z.coerce.number().int().positive().default(12),
  GRAPH_MAX_ALIASES: z.coerce.number().int().positive().default(30),
  GRAPH_MAX_COST: z.coerce.number().int().positive().default(20_000),
});

const stagingRealms = ['dev1', 'qa1', 'qa2', 'qa3', 'qa4', 'qa5', 'integration'];

/**
 * Reads every setting once, checks it and gives it a type. The names are the environment variables of the README.
 * Throws one error that lists all settings that are wrong.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are not valid:\n${problems.join('\n')}`);
  }
  const settings = parsed.data;
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;
  const productionRealm = settings.SERVICE_NAME;
  return {
    ...settings,
    BASE_URL: baseUrl,
    AUTH_URL: settings.AUTH_URL ?? baseUrl,
    WEB_URL: settings.WEB_URL ?? baseUrl,
    productionRealm,
    realms: [...new Set(settings.REALMS ?? [...stagingRealms, productionRealm])],
  };
}

export type Config = ReturnType<typeof readConfig>;
