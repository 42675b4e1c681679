import { z } from 'zod';
import { readSettingsFile, wrongContent } from '../../platform/settings/settings-file';
import type { Provider } from './provider';

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || isLocal(url), 'must begin with https://');

/** The default of `delivery` for known providers. */
export const getDelivery = (name: string): Provider['delivery'] => (name === 'twiist' ? 'push' : 'pull');

const provider = (baseUrl: string) =>
  z
    .strictObject({
      name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'must be lower-case letters, digits, - and _'),
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
      issuer: address.optional(),
      authorizeUrl: address,
      tokenUrl: address,
      redirectUrl: address.optional(),
      scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope')).default([]),
      acceptUrl: address.optional(),
      authStyle: z.enum(['body', 'header']).default('body'),
      cookie: z.boolean().default(true),
      stateSalt: z.string().min(16, 'must be at least 16 characters'),
      externalIdClaim: z.string().min(1).optional(),
      userRevocation: z.boolean().default(true),
      uploadClients: z.array(z.string().min(1)).default([]),
      delivery: z.enum(['pull', 'push']).optional(),
    })
    .transform((entry): Provider => ({
      ...entry,
      redirectUrl: entry.redirectUrl ?? `${baseUrl}/v1/oauth/${entry.name}/redirect`,
      delivery: entry.delivery ?? getDelivery(entry.name),
    }));

/** Reads a PROVIDERS_FILE, a JSON array. Throws one error that lists everything that is wrong with the file. */
export function readProvidersFile(path: string, baseUrl: string): Provider[] {
  const file = { setting: 'PROVIDERS_FILE', path };
  const providers = readSettingsFile(file, 'data providers', z.array(provider(baseUrl)));
  const names = providers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw wrongContent(file, 'data providers', [`${repeated} is listed twice`]);
  return providers;
}
