import type { Column } from './columns';
import { xmlText } from '../rules/xml-text';
import type { ExportRow } from './export-record';

export type Cell = string | number | boolean | Date | null;

/** Characters that one cell of a spreadsheet holds at most. */
const longestText = 32_767;
const minute = 60_000;

/** A local time without zone is shown as it is written: the spreadsheet knows no zones. */
function toDate(text: string): Date | null {
  const withoutZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(text);
  const date = new Date(withoutZone ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function localTime(row: ExportRow): Date | null {
  const utc = toDate(String(row.time));
  const offset = typeof row.timezoneOffset === 'number' ? row.timezoneOffset : 0;
  return utc && new Date(utc.getTime() + offset * minute);
}

/** What stands in a cell; a text stays one, also when it looks like a formula. */
export function cellOf({ key, isTime }: Column, row: ExportRow): Cell {
  if (key === 'localTime') return localTime(row);
  const value = row[key];
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  if (isTime || key.endsWith('.start')) return toDate(value) ?? xmlText(value);
  return xmlText(value.slice(0, longestText));
}
