import type { DataSetText } from './data-sets-as-records';

/** A record as returned by the database, with its JSON as text or as UTF-8. */
export type RecordRow<Text = string> = [time: number | string, id: string, uploadId: string, content: Text];

/** A data set among records, with its JSON as text or as UTF-8. */
export type Placed<Text> = Omit<DataSetText, 'text'> & { text: Text };

/** Merges records and data sets by time and then by id. Data sets after the last record stay in `uploads`. */
export function mergeByTime<Text>(uploads: Placed<Text>[], rows: RecordRow<Text>[]): Text[] {
  const last = rows.at(-1);
  const [first] = uploads;
  if (!last || !first || comesAfter(first, last)) return rows.map((row) => row[3]);
  const texts: Text[] = [];
  for (const row of rows) {
    for (let upload = uploads[0]; upload && !comesAfter(upload, row); upload = uploads[0]) {
      texts.push(upload.text);
      uploads.shift();
    }
    texts.push(row[3]);
  }
  return texts;
}

function comesAfter(upload: Placed<unknown>, [time, id]: RecordRow<unknown>): boolean {
  return upload.time === Number(time) ? upload.id > id : upload.time > Number(time);
}
