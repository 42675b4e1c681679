import { withoutBidiControls } from '../bidi-controls';
import { escapeHtml } from '../escape-html';
import type { Mail } from './mailer';

/** A mail that asks its reader to follow a link. */
interface LinkMail {
  to: string;
  subject: string;
  /** Paragraphs above the link. */
  opening: readonly string[];
  /** The label of the link in HTML, and its target. */
  link: { label: string; address: string };
  /** Paragraphs below the link. */
  closing: readonly string[];
}

const paragraph = (content: string): string => `<p>${content}</p>`;

/** Code points. Enough to recognize a name, and short enough for a subject. */
const longestName = 100;

/**
 * A user-supplied name for use within a line: it cannot start another line or header or reverse the line, and is cut if it
 * is too long.
 */
export function inOneLine(name: string): string {
  const line = [
    ...withoutBidiControls(name)
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  ];
  return line.length > longestName ? `${line.slice(0, longestName - 1).join('')}…` : line.join('');
}

/**
 * The same content as text and as HTML, with the same link. Values are escaped, so HTML in them is shown literally.
 */
export function linkMail({ to, subject, opening, link, closing }: LinkMail): Mail {
  const anchor = `<a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a>`;
  return {
    to,
    subject,
    text: [...opening, `${link.label}:\n${link.address}`, ...closing].join('\n\n'),
    html: [
      ...opening.map((text) => paragraph(escapeHtml(text))),
      paragraph(anchor),
      ...closing.map((text) => paragraph(escapeHtml(text))),
    ].join('\n'),
  };
}
