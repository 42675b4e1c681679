import { cookieNames, readCookie, setCookie } from './cookies';
import type { RealmCall } from './realm-route';
import { newSecret } from './secrets';
import type { SignOn } from './storage/sign-on.service';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The session that the browser is signed on to, or null. */
export const signOnOf = ({ parts, realm, request }: RealmCall): Promise<SignOn | null> =>
  parts.signOns.find(realm, readCookie(request, realm, cookieNames.signOn));

/** The secret that log-ins under way are bound to; undefined in a browser that has none. */
export function browserSecretOf({ request, realm }: RealmCall): string | undefined {
  const value = readCookie(request, realm, cookieNames.browser);
  return value !== undefined && secretPattern.test(value) ? value : undefined;
}

/** The same; a browser that has none gets one. It is shared by all tabs, in which several log-ins may be under way. */
export function ensureBrowserSecret(call: RealmCall): string {
  return browserSecretOf(call) ?? renewBrowserSecret(call);
}

/**
 * A new secret, for a browser in which somebody has just shown who they are: the one before may have been put there by
 * somebody else, who knows it. Log-ins of other tabs begin anew when they go on.
 */
export function renewBrowserSecret({ response, realm }: RealmCall): string {
  const secret = newSecret();
  setCookie(response, realm, cookieNames.browser, secret, { ownSiteOnly: true });
  return secret;
}
