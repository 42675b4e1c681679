import { LongWork } from '../../platform/long-work';
import { pieceSize, type ExportRow } from './export-record';

const inOrder = (row: object): string => JSON.stringify(row, Object.keys(row).sort());

/**
 * One JSON array of flat objects, in pieces. If reading fails, the array is still closed, and its last element says
 * so.
 */
export async function* jsonExport(
  batches: AsyncIterable<Iterable<ExportRow>>,
  explain: (error: unknown) => string,
): AsyncGenerator<string> {
  const work = new LongWork();
  let opened = false;
  const continued = (lines: readonly string[]) => {
    const text = (opened ? ',\n' : '[') + lines.join(',\n');
    opened = true;
    return text;
  };
  try {
    for await (const rows of batches) {
      let lines: string[] = [];
      let size = 0;
      for (const row of rows) {
        const text = inOrder(row);
        lines.push(text);
        size += text.length;
        if (size < pieceSize) continue;
        yield continued(lines);
        [lines, size] = [[], 0];
        await work.pause();
      }
      if (lines.length > 0) yield continued(lines);
    }
  } catch (error) {
    yield continued([inOrder({ exportError: explain(error) })]);
  }
  yield opened ? ']' : '[]';
}
