import { z } from 'zod';
import { readSettingsFile } from '../../platform/settings/settings-file';
import type { IdentityProvider } from './identity-provider';
import { isTrustworthy } from './trustworthy-address';

const address = z
  .string()
  .refine(isTrustworthy, 'must be an https address (http only on localhost), without a password');

const scopes = z.union([
  z.array(z.string().min(1)),
  z.string().transform((text) => text.split(' ').filter((name) => name !== '')),
]);

const domain = z
  .string()
  .toLowerCase()
  .regex(/^([-a-z0-9]+\.)+[a-z]{2,}$/, 'must be the domain of email addresses, such as example.org');

const provider = z
  .strictObject({
    alias: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, hyphens and _'),
    displayName: z.string().min(1).optional(),
    issuer: address,
    endpoints: z
      .strictObject({
        authorizationEndpoint: address,
        tokenEndpoint: address,
        userInfoEndpoint: address.optional(),
        jwksUri: address.optional(),
      })
      .optional(),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    scopes: scopes
      .refine((names) => names.includes('openid'), 'must contain openid')
      .default(['openid', 'email', 'profile']),
    domains: z.array(domain).default([]),
    audiences: z.array(z.string().min(1)).default([]),
    validateSignature: z.boolean().default(true),
    trustEmail: z.boolean().default(false),
    enabled: z.boolean().default(true),
  })
  .refine(({ endpoints }) => endpoints === undefined || (endpoints.jwksUri ?? endpoints.userInfoEndpoint), {
    message: 'needs jwksUri or userInfoEndpoint',
    path: ['endpoints'],
  })
  .transform((entry): IdentityProvider => ({ ...entry, displayName: entry.displayName ?? entry.alias }));

const providers = z.array(provider).superRefine((entries, context) => {
  const aliases = new Set<string>();
  for (const [index, { alias }] of entries.entries()) {
    if (aliases.has(alias))
      context.addIssue({ code: 'custom', message: 'must be unique', path: [index, 'alias'] });
    aliases.add(alias);
  }
});

/** Reads an IDENTITY_PROVIDERS_FILE. Throws one error that lists everything that is wrong with it. */
export const readIdentityProviders = (path: string): IdentityProvider[] =>
  readSettingsFile({ setting: 'IDENTITY_PROVIDERS_FILE', path }, 'identity providers', providers);
