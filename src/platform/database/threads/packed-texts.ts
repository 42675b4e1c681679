/** Texts as UTF-8, one after the other, in memory that is handed over to another thread without a copy. */
export interface PackedTexts {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each of them ends. */
  ends: number[];
}

/** Takes the last value from each row, which is a text. */
export function packLast(rows: readonly unknown[][]): PackedTexts {
  const texts = rows.map((row) => row.pop() as string);
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((size, text) => size + Buffer.byteLength(text), 0));
  const ends: number[] = [];
  let end = 0;
  for (const text of texts) {
    end += bytes.write(text, end);
    ends.push(end);
  }
  return { bytes, ends };
}

/** Appends to each row its text, as a `Buffer`. */
export function unpackLast(rows: readonly unknown[][], { bytes, ends }: PackedTexts): void {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (const [index, row] of rows.entries()) {
    const end = ends[index] ?? start;
    row.push(all.subarray(start, end));
    start = end;
  }
}
