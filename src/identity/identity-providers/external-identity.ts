import { z } from 'zod';
import type { ExternalIdentity, IdentityProvider } from './identity-provider';
import { ProviderError } from './provider-error';

/** Claims about a person (OpenID Connect Core, 5.1). Some providers send flags as strings. */
const claims = z.object({
  // Values that databases compare differently, such as trailing spaces, are not valid ids.
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  email: z.string().nullish().catch(null),
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish().catch(false),
  name: z.string().trim().min(1).max(255).nullish().catch(null),
  given_name: z.string().trim().nullish().catch(null),
  family_name: z.string().trim().nullish().catch(null),
});

/** Whether there are letters that only look like those of ASCII, and become these in lower case, such as the sign of kelvin. */
const hasDisguisedLetters = (email: string): boolean =>
  [...email].some((letter) => letter > '\x7f' && [...letter.toLowerCase()].some((lower) => lower <= '\x7f'));

/** The person described by the claims of a provider. Throws when they identify nobody. */
export function parseExternalIdentity(provider: IdentityProvider, said: unknown): ExternalIdentity {
  const parsed = claims.safeParse(said);
  if (!parsed.success) throw new ProviderError('refused', parsed.error);
  const { sub, email, email_verified: isVerified, name, given_name, family_name } = parsed.data;
  const parts = [given_name, family_name].filter((part) => part);
  return {
    provider: provider.alias,
    subject: sub,
    email: email && !hasDisguisedLetters(email) ? email.toLowerCase() : null,
    emailVerified: provider.trustEmail && isVerified !== false,
    name: name ?? (parts.length > 0 ? parts.join(' ').slice(0, 255) : null),
  };
}
