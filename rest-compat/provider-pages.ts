import { randomBytes } from 'node:crypto';
import type { ApiError } from '../src/errors';
import { escapeHtml } from './escape-html';
import type { Page } from './route';

/** JSON that may stand in a script of a page. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A page whose only script is ours. */
function scriptPage(title: string, body: string, script: string): Page {
  const nonce = randomBytes(16).toString('base64');
  return {
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escapeHtml(title)}</title>
  </head>
  <body>
    ${body}
    <script nonce="${nonce}">${script}</script>
  </body>
</html>
`,
  };
}

const sentences: Record<number, string> = {
  401: 'This link has been used, or it has expired.',
  403: 'You are not allowed to connect this account.',
  404: 'There is no data provider of this name.',
};

/** Tells somebody whose window was opened for them that nothing came of it. */
export function closePage({ status }: ApiError): Page {
  const sentence = sentences[status] ?? 'Connecting to the data provider has failed.';
  return scriptPage(
    'Not connected',
    `<p role="alert">${escapeHtml(sentence)}</p>
    <button type="button" id="close">Close</button>`,
    `document.getElementById('close').addEventListener('click', () => window.close());`,
  );
}

/** Sends a window on to an address without leaving itself behind; whoever opened the window watches where it goes. */
export function goToPage(address: string): Page {
  return scriptPage(
    'Connecting',
    `<p><a href="${escapeHtml(address)}">Continue</a></p>`,
    `window.location.replace(${scriptJson(address)});`,
  );
}
