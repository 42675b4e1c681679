import type { Request } from 'express';

/**
 * The value of a cookie; undefined if the browser has sent none. If several have the same name, the first one counts,
 * because it has the longest path.
 */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}
