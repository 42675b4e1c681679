import { z } from 'zod';
import { serverRole } from '../../auth/identity.service';
import { parseSettings, readSettingsFile, type FileSetting } from '../../../platform/settings/settings-file';
import { digestSecret } from '../secrets';
import { grantNames, type ClientRegistration } from './client';
import { mayBeRegistered } from './redirect-rule';

/** Maximum lifetime of access tokens of people, in seconds. */
const longestLifetime = 600;

const address = z
  .string()
  .refine(mayBeRegistered, 'must be an address; the only wildcard is /* at its end, after the host');

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
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
      .max(255),
    name: z.string().trim().min(1).max(100).optional(),
    clientSecret: z.string().min(1).optional(),
    clientSecretSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
      .optional(),
    redirectUris: z.array(address).default([]),
    webOrigins: z.array(webOrigin).default([]),
    postLogoutRedirectUris: z.array(address).optional(),
    grants: z.array(z.enum(grantNames)),
    identityProviders: z.array(z.string().min(1)).optional(),
    roles: z.array(z.string().min(1)).optional(),
    accessTokenLifetime: z.number().int().positive().optional(),
    pkceRequired: z.boolean().optional(),
    offlineAccess: z.boolean().optional(),
    consentRequired: z.boolean().optional(),
    opensFromRecords: z.boolean().optional(),
    enabled: z.boolean().optional(),
  })
  .refine((client) => !client.consentRequired || !client.grants.includes('password'), {
    message: 'the grant password cannot ask for consent',
    path: ['consentRequired'],
  })
  .refine((client) => client.clientSecret === undefined || client.clientSecretSha256 === undefined, {
    message: 'clientSecret and clientSecretSha256 are mutually exclusive',
  })
  .refine((client) => (client.accessTokenLifetime ?? 0) <= longestLifetime || isServer(client), {
    message: `must be at most ${longestLifetime}, except for trusted servers`,
    path: ['accessTokenLifetime'],
  })
  .refine((client) => isConfidential(client) || !isServer(client), {
    message: 'a trusted server needs a secret',
    path: ['roles'],
  })
  .refine((client) => isConfidential(client) || !client.grants.includes('client_credentials'), {
    message: 'client_credentials needs a secret',
    path: ['grants'],
  });

const isServer = ({ roles }: { roles?: string[] }): boolean => roles?.includes(serverRole) ?? false;

const isConfidential = (client: { clientSecret?: string; clientSecretSha256?: string }): boolean =>
  client.clientSecret !== undefined || client.clientSecretSha256 !== undefined;

const clients = z.array(registration);

export const clientsFileSetting = (path: string): FileSetting => ({ setting: 'CLIENTS_FILE', path });

/** What is wrong with a client that is to be added to the file, a phrase for each key. */
export function clientProblems(client: unknown): string[] {
  const { error } = registration.safeParse(client);
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message].join(' ').trim());
}

/** Throws one error that lists everything that is wrong with the clients that are to be the content of the file. */
export function checkClients(path: string, content: unknown): void {
  parseSettings(clientsFileSetting(path), 'clients', clients, content);
}

/**
 * Reads a CLIENTS_FILE: a JSON array of clients, which replace those with the same id and add to the others. Throws
 * one error that lists everything that is wrong with the file.
 */
export function readClientsFile(path: string): ClientRegistration[] {
  return readSettingsFile(clientsFileSetting(path), 'clients', clients).map(
    ({ clientSecret, clientSecretSha256, ...client }) => ({
      ...client,
      secretDigest: secretDigest(clientSecret, clientSecretSha256),
    }),
  );
}

function secretDigest(secret: string | undefined, sha256: string | undefined): string | undefined {
  if (secret !== undefined) return digestSecret(secret);
  return sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64url');
}
