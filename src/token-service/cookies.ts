import type { Request, Response } from 'express';
import type { Realm } from './realm';

/** Names of the cookies of a realm. */
export const cookieNames = {
  /** The secret of a browser that is signed on. */
  signOn: 'sso_session',
  /** Digest of the session id, for the page that watches the session by script. */
  status: 'sso_status',
  /** Binds the log-ins under way to the browser. */
  browser: 'sso_browser',
  /** Shows whether the browser keeps cookies in a frame of another site. */
  probe: 'sso_probe',
} as const;

type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

/** Cookies that are secrets. Nobody but this host may set them. */
const secretNames: readonly CookieName[] = [cookieNames.signOn, cookieNames.browser];

/**
 * How a cookie is called on the wire. Browsers take the prefix `__Host-` only from this host itself, through https and
 * for all of its paths: neither another host of the domain nor plain http can plant such a cookie (RFC 6265bis, 4.1.3.2).
 */
function wireName(realm: Realm, name: CookieName): string {
  return isHostOnly(realm, name) ? `__Host-${name}-${realm.name}` : name;
}

const isHostOnly = (realm: Realm, name: CookieName): boolean => realm.isSecure && secretNames.includes(name);

/** The value of a cookie of the realm; undefined when the browser has sent none. */
export function readCookie(request: Request, realm: Realm, name: CookieName): string | undefined {
  const wanted = wireName(realm, name);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === wanted) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

interface CookieOptions {
  /** Left out: the cookie goes when the browser is closed. */
  maxAgeSeconds?: number;
  /** Scripts of the realm's pages may read it. */
  readable?: boolean;
  /** Only sent along with requests that this site or a link leads to, not inside frames of other sites. */
  ownSiteOnly?: boolean;
}

/**
 * Sets a cookie of the realm. Frames of other sites need `SameSite=None`, which browsers accept only with `Secure`;
 * without https it stays `Lax`.
 */
export function setCookie(
  response: Response,
  realm: Realm,
  name: CookieName,
  value: string,
  { maxAgeSeconds, readable, ownSiteOnly }: CookieOptions = {},
): void {
  const crossSite = realm.isSecure && !ownSiteOnly;
  const parts = [
    `${wireName(realm, name)}=${value}`,
    `Path=${isHostOnly(realm, name) ? '/' : realm.cookiePath}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ...(readable ? [] : ['HttpOnly']),
    ...(realm.isSecure ? ['Secure'] : []),
    `SameSite=${crossSite ? 'None' : 'Lax'}`,
  ];
  response.append('Set-Cookie', parts.join('; '));
}

export const clearCookie = (response: Response, realm: Realm, name: CookieName): void =>
  setCookie(response, realm, name, '', { maxAgeSeconds: 0 });
