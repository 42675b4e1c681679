import type { JWTPayload } from 'jose';
import type { BrowserTab, PageAnswer } from './browser-tab';
import { codeFor } from './external-provider';
import { authorizeAddress, clients, issuer, openBrowser, testRealm, type TestClient } from './realm';

interface LogInAtProvider {
  browser?: BrowserTab;
  alias?: string;
  client?: TestClient;
  /** Overridden parameters of the authorization request. */
  changes?: Record<string, string | undefined>;
}

/** Where a browser was redirected to: the provider's URL with all parameters. */
export function readVisit({ status, location, text }: PageAnswer): URL {
  if (status !== 303 || location === null) throw new Error(`The browser stays here: ${status} ${text}`);
  return new URL(location);
}

/** The URL by which a browser comes back from a provider. */
export const returnFrom = (
  alias: string,
  visit: URL,
  answer: Record<string, string>,
  realm = testRealm,
): string => {
  const state = visit.searchParams.get('state') ?? '';
  return `${issuer(realm)}/broker/${alias}/endpoint?${new URLSearchParams({ state, ...answer }).toString()}`;
};

/** Redirects a browser to a provider with `kc_idp_hint`. */
export async function visitByHint({
  browser = openBrowser(),
  alias = 'signing',
  client = clients.web,
  changes,
}: LogInAtProvider = {}): Promise<URL> {
  return readVisit(await browser.get(authorizeAddress(client, { kc_idp_hint: alias, ...changes })));
}

/** Logs in at a provider as a person, and comes back. */
export async function logInAtProvider(
  claims: JWTPayload,
  { browser = openBrowser(), alias = 'signing', ...how }: LogInAtProvider = {},
): Promise<PageAnswer> {
  const visit = await visitByHint({ browser, alias, ...how });
  return browser.get(returnFrom(alias, visit, { code: await codeFor(visit, claims, { alias }) }));
}
