import type { ExportRow } from './export-record';

const sorted = (row: ExportRow): ExportRow =>
  Object.fromEntries(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * One JSON array of flat objects, in pieces. When reading breaks off, the array is closed all the same: its last
 * element then says so.
 */
export async function* jsonExport(
  batches: AsyncIterable<ExportRow[]>,
  explain: (error: unknown) => string,
): AsyncGenerator<string> {
  let opened = false;
  const continued = (rows: readonly object[]) => {
    const text = (opened ? ',\n' : '[') + rows.map((row) => JSON.stringify(row)).join(',\n');
    opened = true;
    return text;
  };
  try {
    for await (const rows of batches) if (rows.length > 0) yield continued(rows.map(sorted));
  } catch (error) {
    yield continued([{ exportError: explain(error) }]);
  }
  yield opened ? ']' : '[]';
}
