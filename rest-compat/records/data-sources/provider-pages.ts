import type { ApiError } from '../../../src/platform/errors';
import { escapeHtml } from '../../../src/platform/escape-html';
import { htmlPage } from '../../html-page';
import type { Page } from '../../route';

/** Escapes JSON for a script in a page. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const sentences: Record<number, string> = {
  401: 'This link has been used, or it has expired.',
  403: 'You are not allowed to connect this account.',
  404: 'There is no data provider of this name.',
};

/** Explains in a pop-up window that connecting failed. */
export function closePage({ status }: ApiError): Page {
  const sentence = sentences[status] ?? 'Connecting to the data provider has failed.';
  return htmlPage({
    title: 'Not connected',
    body: `<p role="alert">${escapeHtml(sentence)}</p>
    <button type="button" id="close">Close</button>`,
    script: `document.getElementById('close').addEventListener('click', () => window.close());`,
  });
}

/** Redirects a window without leaving this page in its history; its opener watches the URL. */
export function goToPage(address: string): Page {
  return htmlPage({
    title: 'Connecting',
    body: `<p><a href="${escapeHtml(address)}">Continue</a></p>`,
    script: `window.location.replace(${scriptJson(address)});`,
  });
}
