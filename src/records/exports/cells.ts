import type { Column } from './columns';
import { xmlText } from '../../platform/rules/xml-text';
import type { Cell } from '../../platform/workbook/cell-xml';
import type { ExportRow } from './export-record';

/** Maximum number of characters in a spreadsheet cell. */
const longestText = 32_767;
const minute = 60_000;

/** A local time without a zone is shown as written: spreadsheets have no zones. */
function toDate(text: string): Date | null {
  const withoutZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(text);
  const date = new Date(withoutZone ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function localTime(row: ExportRow): Date | null {
  const utc = toDate(String(row.time));
  const offset = typeof row.timezoneOffset === 'number' ? row.timezoneOffset : 0;
  const local = utc && new Date(utc.getTime() + offset * minute);
  // Legacy uploads may hold any offset.
  return local && !Number.isNaN(local.getTime()) ? local : null;
}

/** A text as a cell can hold it. */
const cellText = (text: string): string => xmlText(text.slice(0, longestText));

/** The content of a cell; text stays text, even if it looks like a formula. */
export function toCell({ key, isTime }: Column, row: ExportRow): Cell {
  if (key === 'localTime') return localTime(row);
  const value = row[key];
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  if (isTime || key.endsWith('.start')) return toDate(value) ?? cellText(value);
  return cellText(value);
}
