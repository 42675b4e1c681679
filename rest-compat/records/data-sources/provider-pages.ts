import type { ApiError } from '../../../src/platform/errors';
import { escapeHtml, htmlPage } from '../../html-page';
import type { Page } from '../../route';

/** JSON that may stand in a script of a page. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const sentences: Record<number, string> = {
  401: 'This link has been used, or it has expired.',
  403: 'You are not allowed to connect this account.',
  404: 'There is no data provider of this name.',
};

/** Tells somebody whose window was opened for them that nothing came of it. */
export function closePage({ status }: ApiError): Page {
  const sentence = sentences[status] ?? 'Connecting to the data provider has failed.';
  return htmlPage({
    title: 'Not connected',
    body: `<p role="alert">${escapeHtml(sentence)}</p>
    <button type="button" id="close">Close</button>`,
    script: `document.getElementById('close').addEventListener('click', () => window.close());`,
  });
}

/** Sends a window on to an address without leaving itself behind; whoever opened the window watches where it goes. */
export function goToPage(address: string): Page {
  return htmlPage({
    title: 'Connecting',
    body: `<p><a href="${escapeHtml(address)}">Continue</a></p>`,
    script: `window.location.replace(${scriptJson(address)});`,
  });
}
