import { LongWork } from '../../platform/long-work';
import { pieceSize, type ExportRow } from './export-record';
import { listRecordFields, type Sheet } from './sheets';

/** Spreadsheets treat a text with this start as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** One field according to RFC 4180; a text that would be a formula gets a leading apostrophe. */
function field(value: string | number | boolean | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (values: readonly (string | number | boolean | undefined)[]): string =>
  `${values.map(field).join(',')}\r\n`;

/** One table of all records, in pieces: a line for each, and a column for every possible field. */
export async function* csvExport(
  batches: AsyncIterable<Iterable<ExportRow>>,
  sheets: readonly Sheet[],
  explain: (error: unknown) => string,
): AsyncGenerator<string> {
  const keys = listRecordFields(sheets);
  const work = new LongWork();
  yield line(keys);
  try {
    for await (const rows of batches) {
      let lines = '';
      for (const row of rows) {
        lines += line(keys.map((key) => row[key]));
        if (lines.length < pieceSize) continue;
        yield lines;
        lines = '';
        await work.pause();
      }
      yield lines;
    }
  } catch (error) {
    yield line([`EXPORT ERROR: ${explain(error)}`]);
  }
}
