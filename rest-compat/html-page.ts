import { randomBytes } from 'node:crypto';
import type { Page } from './route';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that may stand in a page. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

interface PageParts {
  title: string;
  body: string;
  style?: string;
  /** Runs once the body is there. */
  script?: string;
  /** Whether other sites may show the page in a frame; false when absent. */
  mayBeFramed?: boolean;
}

/** A page whose style and script, if any, are its own; it loads nothing and sends nothing. */
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
