import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { dropPath, iconAddress } from '../../../platform/http/icon';
import { html, Html } from './html';
import { stylesheetVersion } from './stylesheet';

/** The content of a page. */
export interface Page {
  title: string;
  content: Html;
  /** Content below the main part. */
  footer?: Html;
  /** Address of the style sheet, without its version. */
  stylesheet: string;
  /** Additional form target: browsers also check redirects that answer a form. */
  formTarget?: string;
  /** An inline script that must run. Never contains anything from a request. */
  script?: string;
  /** Whether other sites may frame it: it asks the person nothing. */
  mayBeFramed?: true;
}

/** Sends a page that loads nothing from elsewhere, and that cannot be framed unless it says so. */
export function sendPage(response: Response, status: number, page: Page): void {
  const script = page.script === undefined ? undefined : `'sha256-${sha256(page.script)}'`;
  response.status(status).set({
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      ...(script === undefined ? [] : [`script-src ${script}`]),
      ["form-action 'self'", ...(page.formTarget === undefined ? [] : [cspSource(page.formTarget)])].join(
        ' ',
      ),
      "base-uri 'none'",
      ...(page.mayBeFramed ? [] : ["frame-ancestors 'none'"]),
    ].join('; '),
    ...(!page.mayBeFramed && { 'X-Frame-Options': 'DENY' }),
    'Content-Language': 'en',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  response.type('html').send(document(page).text);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** An address as a source in a content security policy: its origin, or only the scheme of an app's address. */
export function cspSource(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}

/** The drop next to the product name. */
const drop = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="${dropPath}" />
</svg>`;

const document = ({ title, content, footer, stylesheet, script }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Glycograph</title>
        <link rel="icon" href="${iconAddress}" />
        <link rel="stylesheet" href="${stylesheet}?v=${stylesheetVersion}" />
      </head>
      <body>
        <header class="brand">${drop} Glycograph</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${footer} ${script === undefined ? undefined : scriptElement(script)}
      </body>
    </html> `;

/** Nothing may be next to the script in its element, or its digest would differ. */
const scriptElement = (script: string): Html => new Html(`<script>${script}</script>`);
