import { createHash } from 'node:crypto';
import type { Response } from 'express';

/**
 * Sends a page with only a script, for hidden frames of clients: any site may frame it. The script is constant; its
 * parameters are in `data` attributes of its element.
 */
export function sendScriptPage(response: Response, script: string, attributes = ''): void {
  const hash = createHash('sha256').update(script).digest('base64');
  response.set({
    'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; base-uri 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  response.type('html');
  response.send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Session</title></head>
<body><script${attributes}>${script}</script></body></html>
`);
}
