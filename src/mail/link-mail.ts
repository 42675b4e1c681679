import type { Mail } from './mailer';

/** A mail that asks to follow one link. */
interface LinkMail {
  to: string;
  subject: string;
  /** Paragraphs above the link. */
  opening: readonly string[];
  /** What the link says in HTML, and where it leads. */
  link: { label: string; address: string };
  /** Paragraphs below the link. */
  closing: readonly string[];
}

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const paragraph = (content: string): string => `<p>${content}</p>`;

/** Code points. Nobody needs more to know who it is, and a subject has to fit into a line. */
const longestName = 100;

/**
 * A name that somebody has chosen, as it may stand in a line: it cannot begin another line or header, and is cut where
 * it is too long for one.
 */
export function inOneLine(name: string): string {
  const line = [...name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()];
  return line.length > longestName ? `${line.slice(0, longestName - 1).join('')}…` : line.join('');
}

/** The same content as text and as HTML, with the same link. What is put in is text: HTML in it shows as it is. */
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
