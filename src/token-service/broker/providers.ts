import type { IdentityProvider } from '../../identity-providers/identity-provider';
import type { Client } from '../clients/client';
import { PageError } from '../page-error';
import type { RealmCall } from '../realm-route';

/** True for a provider that people of the client may log in with. */
export const isAllowed = ({ identityProviders }: Client, { alias }: IdentityProvider): boolean =>
  identityProviders?.includes(alias) ?? true;

/** The providers that people of a client may log in with. */
export const providersFor = ({ parts }: RealmCall, client: Client): IdentityProvider[] =>
  parts.identityProviders.enabled().filter((provider) => isAllowed(client, provider));

/** The provider with an alias, if people of the client may log in with it. */
export function findProvider(
  { parts }: RealmCall,
  client: Client,
  alias: string | undefined,
): IdentityProvider | undefined {
  const provider = parts.identityProviders.find(alias);
  return provider && isAllowed(client, provider) ? provider : undefined;
}

/** The provider that an e-mail address belongs to, if people of the client may log in with it. */
export function providerOfEmail(
  { parts }: RealmCall,
  client: Client,
  email: string,
): IdentityProvider | undefined {
  const provider = parts.identityProviders.findByEmail(email);
  return provider && isAllowed(client, provider) ? provider : undefined;
}

/** The provider that the path names. Throws a page when there is none. */
export function providerOfPath({ parts, request }: RealmCall, status: number): IdentityProvider {
  const provider = parts.identityProviders.find(String(request.params.alias));
  if (!provider) throw new PageError('There is no such log-in here.', status);
  return provider;
}

/** Where a provider sends browsers back to; registered there. */
export const returnAddress = ({ realm }: RealmCall, { alias }: IdentityProvider): string =>
  `${realm.issuer}/broker/${encodeURIComponent(alias)}/endpoint`;
