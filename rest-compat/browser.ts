import type { Response } from 'express';
import type { Config } from '../src/platform/config';
import type { Cookie, Page } from './route';

/** Sets a cookie that is hidden from scripts and not sent by other sites. */
export function setCookie({ name, value, path, lifetime }: Cookie, response: Response, config: Config): void {
  response.cookie(`${config.NAME_PREFIX}.${name}`, value, {
    path,
    maxAge: lifetime,
    httpOnly: true,
    secure: config.BASE_URL.startsWith('https:'),
    sameSite: 'lax',
  });
}

/** Sends a page with the current status. */
export function sendPage({ html, policy }: Page, response: Response): void {
  response.setHeader('Content-Security-Policy', policy);
  // The URL may contain a token and must not leak to other sites.
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.type('html').send(html);
}
