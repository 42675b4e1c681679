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

export function readCookie(request: Request, name: CookieName): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
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
    `${name}=${value}`,
    `Path=${realm.cookiePath}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ...(readable ? [] : ['HttpOnly']),
    ...(realm.isSecure ? ['Secure'] : []),
    `SameSite=${crossSite ? 'None' : 'Lax'}`,
  ];
  response.append('Set-Cookie', parts.join('; '));
}

export const clearCookie = (response: Response, realm: Realm, name: CookieName): void =>
  setCookie(response, realm, name, '', { maxAgeSeconds: 0 });
