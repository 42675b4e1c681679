import { xmlText } from '../rules/xml-text';

/** The content of a cell. A date is an instant in UTC; null and an empty text leave the cell empty. */
export type Cell = string | number | boolean | Date | null;

const millisecondsOfDay = 86_400_000;
/** 1 January 1970 as spreadsheets count days. */
const epochDay = 25_569;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for an element or an attribute, without characters that XML cannot represent. */
export const escapeXml = (text: string): string =>
  xmlText(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** The letters of a column; the first is 0. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** Type and value of a cell (ECMA-376, part 1, section 18.3.1.4). Text stays text, even if it looks like a formula. */
function contentXml(cell: Exclude<Cell, null>): { type: string; value: string } {
  if (typeof cell === 'string') return { type: ' t="str"', value: escapeXml(cell) };
  if (typeof cell === 'boolean') return { type: ' t="b"', value: cell ? '1' : '0' };
  if (typeof cell === 'number') return { type: '', value: String(cell) };
  return { type: '', value: String(epochDay + cell.getTime() / millisecondsOfDay) };
}

/** A cell at a place such as `B2`, with the number of its style; an empty text without content and style. */
export function cellXml(place: string, cell: Cell, style: number): string {
  const styled = style === 0 ? '' : ` s="${style}"`;
  if (cell === null || cell === '') return style === 0 ? '' : `<c r="${place}"${styled}/>`;
  const { type, value } = contentXml(cell);
  return `<c r="${place}"${styled}${type}><v>${value}</v></c>`;
}
