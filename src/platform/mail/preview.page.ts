import { Router, type Response } from 'express';
import { escapeHtml } from '../escape-html';
import type { Mail } from './mailer';

const address = '/mail-preview';

/** Nothing is loaded or executed, and other sites cannot frame mails. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

function send(response: Response, type: 'html' | 'txt', content: string): void {
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cache-Control', 'no-store');
  response.type(type).send(content);
}

const row = ([name, { subject }]: [string, Mail]): string =>
  `<li>${escapeHtml(subject)} (${name}): <a href="${address}/${name}.html">HTML</a>, ` +
  `<a href="${address}/${name}.txt">text</a></li>`;

const renderList = (mails: Readonly<Record<string, Mail>>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails</title>
</head>
<body>
<main>
<h1>Mails</h1>
<ul>
${Object.entries(mails).map(row).join('\n')}
</ul>
</main>
</body>
</html>
`;

/** For developers: every mail by name, with sample values, as HTML and as text. Sends nothing. */
export function mailPreview(mails: Readonly<Record<string, Mail>>): Router {
  const router = Router();
  router.get(address, (_request, response) => send(response, 'html', renderList(mails)));
  for (const [name, { html, text }] of Object.entries(mails)) {
    router.get(`${address}/${name}.html`, (_request, response) => send(response, 'html', html));
    router.get(`${address}/${name}.txt`, (_request, response) => send(response, 'txt', text));
  }
  return router;
}
