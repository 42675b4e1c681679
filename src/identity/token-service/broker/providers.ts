import type { IdentityProvider } from '../../identity-providers/identity-provider';
import type { Client } from '../clients/client';
import { PageError } from '../page-error';
import type { RealmCall } from '../realm-route';

/** Whether people of the client may log in with a provider. */
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

/** The provider that owns an email address, if people of the client may log in with it. */
export function providerOfEmail(
  { parts }: RealmCall,
  client: Client,
  email: string,
): IdentityProvider | undefined {
  const provider = parts.identityProviders.findByEmail(email);
  return provider && isAllowed(client, provider) ? provider : undefined;
}

/** The provider in the path. Throws a page error if there is none. */
export function providerOfPath({ parts, request }: RealmCall, status: number): IdentityProvider {
  const provider = parts.identityProviders.find(String(request.params.alias));
  if (!provider) throw new PageError('This log-in does not exist.', status);
  return provider;
}

/** The redirect address registered at a provider. */
export const returnAddress = ({ realm }: RealmCall, { alias }: IdentityProvider): string =>
  `${realm.issuer}/broker/${encodeURIComponent(alias)}/endpoint`;
