import type { ExportRow } from './export-record';
import { fieldsOf, type Sheet } from './sheets';

/** Spreadsheets take a text that starts so for a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** One field as RFC 4180 has it; a text that would be a formula gets an apostrophe in front. */
function field(value: string | number | boolean | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (values: readonly (string | number | boolean | undefined)[]): string =>
  `${values.map(field).join(',')}\r\n`;

/** One table of all records, in pieces: a line each, and a column for each field that any of them may have. */
export async function* csvExport(
  batches: AsyncIterable<Iterable<ExportRow>>,
  sheets: readonly Sheet[],
  explain: (error: unknown) => string,
): AsyncGenerator<string> {
  const keys = fieldsOf(sheets);
  yield line(keys);
  try {
    for await (const rows of batches) {
      let lines = '';
      for (const row of rows) lines += line(keys.map((key) => row[key]));
      yield lines;
    }
  } catch (error) {
    yield line([`EXPORT ERROR: ${explain(error)}`]);
  }
}
