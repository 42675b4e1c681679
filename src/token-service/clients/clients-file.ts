import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { digestOf } from '../secrets';
import { grantNames, type ClientRegistration } from './client';
import { mayBeRegistered } from './redirect-rule';

const address = z
  .string()
  .refine(mayBeRegistered, 'must be an address; the only wildcard is /* at its end, below a host');

const webOrigin = z
  .string()
  .refine(
    (text) => text === 'null' || text === 'file://' || isOrigin(text),
    'must be an origin, without a path',
  );

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

const registration = z
  .strictObject({
    clientId: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks')
      .max(255),
    clientSecret: z.string().min(1).optional(),
    clientSecretSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
      .optional(),
    redirectUris: z.array(address).default([]),
    webOrigins: z.array(webOrigin).default([]),
    postLogoutRedirectUris: z.array(address).optional(),
    grants: z.array(z.enum(grantNames)),
    roles: z.array(z.string().min(1)).optional(),
    accessTokenLifetime: z.number().int().positive().max(600).optional(),
    pkceRequired: z.boolean().optional(),
    offlineAccess: z.boolean().optional(),
    enabled: z.boolean().optional(),
  })
  .refine((client) => client.clientSecret === undefined || client.clientSecretSha256 === undefined, {
    message: 'clientSecret and clientSecretSha256 exclude each other',
  })
  .refine((client) => isConfidential(client) || !client.grants.includes('client_credentials'), {
    message: 'client_credentials needs a secret',
    path: ['grants'],
  });

const isConfidential = (client: { clientSecret?: string; clientSecretSha256?: string }): boolean =>
  client.clientSecret !== undefined || client.clientSecretSha256 !== undefined;

/**
 * Reads the registrations of a CLIENTS_FILE: a JSON array of clients, which replace those of the same id and add to
 * the others. Throws one error that names everything that is wrong with the file.
 */
export function readClientsFile(path: string): ClientRegistration[] {
  const parsed = z.array(registration).safeParse(readJson(path));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The clients in ${path} are not valid:\n${problems.join('\n')}`);
  }
  return parsed.data.map(({ clientSecret, clientSecretSha256, ...client }) => ({
    ...client,
    secretDigest: secretDigest(clientSecret, clientSecretSha256),
  }));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new Error(`The file ${path} cannot be read as JSON.`, { cause: error });
  }
}

function secretDigest(secret: string | undefined, sha256: string | undefined): string | undefined {
  if (secret !== undefined) return digestOf(secret);
  return sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64url');
}
