import { cookieNames, readCookie, setCookie } from './cookies';
import type { RealmCall } from './realm-route';
import { newSecret } from './secrets';
import type { SignOn } from './storage/sign-on.service';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The session that the browser is signed on to, or null. */
export const findSignOn = ({ parts, realm, request }: RealmCall): Promise<SignOn | null> =>
  parts.signOns.find(realm, readCookie(request, realm, cookieNames.signOn));

/** The secret that binds log-ins in progress to the browser; undefined if it has none. */
export function readBrowserSecret({ request, realm }: RealmCall): string | undefined {
  const value = readCookie(request, realm, cookieNames.browser);
  return value !== undefined && secretPattern.test(value) ? value : undefined;
}

/**
 * The same, creating a secret if there is none. It is shared by all tabs, in which several log-ins may be in
 * progress.
 */
export function ensureBrowserSecret(call: RealmCall): string {
  return readBrowserSecret(call) ?? renewBrowserSecret(call);
}

/**
 * A new secret, after a person has authenticated: the previous one may have been planted by somebody who knows it.
 * Log-ins in other tabs start over when they continue.
 */
export function renewBrowserSecret({ response, realm }: RealmCall): string {
  const secret = newSecret();
  setCookie(response, realm, cookieNames.browser, secret, { ownSiteOnly: true });
  return secret;
}
