import type { DataSetText } from './data-sets-as-records';

/** A record as returned by the database. */
export type RecordRow = [time: number | string, id: string, uploadId: string, content: string];

/** Merges records and data sets by time and then by id. Data sets after the last record stay in `uploads`. */
export function mergeByTime(uploads: DataSetText[], rows: RecordRow[]): string[] {
  const last = rows.at(-1);
  const [first] = uploads;
  if (!last || !first || comesAfter(first, last)) return rows.map((row) => row[3]);
  const texts: string[] = [];
  for (const row of rows) {
    while (uploads[0] && !comesAfter(uploads[0], row)) texts.push(uploads.shift()?.text ?? '');
    texts.push(row[3]);
  }
  return texts;
}

function comesAfter(upload: DataSetText, [time, id]: RecordRow): boolean {
  return upload.time === Number(time) ? upload.id > id : upload.time > Number(time);
}
