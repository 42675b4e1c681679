import type { Request, Response } from 'express';
import type { Config } from '../src/platform/config';
import type { Cookie, Page } from './route';

/** Of several cookies of one name, the first counts: it has the longest path. */
export function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Sets a cookie of ours, which scripts do not see and other sites do not bring along. */
export function setCookie({ name, value, path, lifetime }: Cookie, response: Response, config: Config): void {
  response.cookie(`${config.NAME_PREFIX}.${name}`, value, {
    path,
    maxAge: lifetime,
    httpOnly: true,
    secure: config.BASE_URL.startsWith('https:'),
    sameSite: 'lax',
  });
}

/** Sends a page with the status that is set already. */
export function sendPage({ html, policy }: Page, response: Response): void {
  response.setHeader('Content-Security-Policy', policy);
  // The address may hold a token, which is nobody else's business.
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.type('html').send(html);
}
