import type { Request, Response } from 'express';
import { readCookie as readCookieNamed } from '../../platform/http/read-cookie';
import type { Realm } from './realm';

/** Cookie names of a realm. */
export const cookieNames = {
  /** The secret of a signed-on browser. */
  signOn: 'sso_session',
  /** Digest of the session id, for the page that monitors the session by script. */
  status: 'sso_status',
  /** Binds log-ins in progress to the browser. */
  browser: 'sso_browser',
  /** Tests whether the browser accepts cookies in third-party frames. */
  probe: 'sso_probe',
} as const;

type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

/** Secret cookies. Only this host may set them. */
const secretNames: readonly CookieName[] = [cookieNames.signOn, cookieNames.browser];

/**
 * The name of a cookie on the wire. Browsers accept the prefix `__Host-` only from this host itself, over https and
 * for all of its paths: neither another host of the domain nor plain http can plant such a cookie (RFC 6265bis,
 * 4.1.3.2).
 */
function wireName(realm: Realm, name: CookieName): string {
  return isHostOnly(realm, name) ? `__Host-${name}-${realm.name}` : name;
}

const isHostOnly = (realm: Realm, name: CookieName): boolean => realm.isSecure && secretNames.includes(name);

/** The value of a cookie of the realm; undefined if the browser has sent none. */
export const readCookie = (request: Request, realm: Realm, name: CookieName): string | undefined =>
  readCookieNamed(request, wireName(realm, name));

interface CookieOptions {
  /** If absent, the cookie is deleted when the browser is closed. */
  maxAgeSeconds?: number;
  /** Whether scripts of the realm's pages may read it. */
  readable?: boolean;
  /** Only sent with requests from this site or links to it, not in third-party frames. */
  ownSiteOnly?: boolean;
}

/**
 * Sets a cookie of the realm. Third-party frames need `SameSite=None`, which browsers accept only with `Secure`;
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
