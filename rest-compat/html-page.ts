import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../src/platform/escape-html';
import type { Page } from './route';

interface PageParts {
  title: string;
  body: string;
  style?: string;
  /** Runs after the body has loaded. */
  script?: string;
  /** Whether other sites may frame the page; false by default. */
  mayBeFramed?: boolean;
}

/** A page with inline style and script, if any; it loads and sends nothing. */
export function htmlPage({ title, body, style, script, mayBeFramed = false }: PageParts): Page {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    ...(style === undefined ? [] : [`style-src 'nonce-${nonce}'`]),
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    "base-uri 'none'",
    "form-action 'none'",
    ...(mayBeFramed ? [] : ["frame-ancestors 'none'"]),
  ];
  return {
    policy: policy.join('; '),
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escapeHtml(title)}</title>
    ${style === undefined ? '' : `<style nonce="${nonce}">${style}</style>`}
  </head>
  <body>
    ${body}
    ${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}
  </body>
</html>
`,
  };
}
