import { escapeHtml } from '../../../platform/escape-html';

/** Text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | undefined | false | readonly Html[];

function renderPart(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === false) return '';
  return typeof part === 'string' ? escapeHtml(part) : part.map((item) => item.text).join('');
}

/** An HTML template. Values are escaped, unless they are HTML themselves. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, piece, index) => text + renderPart(parts[index - 1]) + piece));
