import { randomBytes } from 'node:crypto';

/** Stands in the text for what is put in later. Nobody outside knows it, so no value can hold it. */
const mark = randomBytes(16).toString('hex');

/** The texts that the `encodeJson` which runs now puts in; it runs to its end at once. */
let collected: Buffer[] | undefined;

/**
 * A value as its JSON text, the way the database keeps it. It is parsed when somebody looks into it, and sent without
 * being parsed, or even read as text, by `encodeJson`.
 */
export class StoredJson<Value extends object> {
  private parsed: Value | undefined;

  /** `text` is valid JSON of an object, in UTF-8. */
  constructor(private readonly text: Buffer) {}

  get value(): Value {
    return (this.parsed ??= JSON.parse(this.text.toString()) as Value);
  }

  toJSON(): unknown {
    if (!collected) return this.value;
    collected.push(this.text);
    return mark;
  }
}

/** `JSON.stringify` in UTF-8 that copies the text of each `StoredJson` as it is; `end` is put behind it. */
export function encodeJson(value: unknown, end = ''): Buffer {
  const texts: Buffer[] = [];
  collected = texts;
  try {
    const text = JSON.stringify(value) + end;
    return texts.length === 0 ? Buffer.from(text) : withTexts(text.split(`"${mark}"`), texts);
  } finally {
    collected = undefined;
  }
}

function withTexts(pieces: readonly string[], texts: readonly Buffer[]): Buffer {
  const length = [...pieces, ...texts].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  // V8 begins a collection for each 32 MB of buffers, and copies all that is on its way. It does not count shared memory.
  const whole = Buffer.from(new SharedArrayBuffer(length));
  let place = 0;
  for (const [index, piece] of pieces.entries()) {
    place += whole.write(piece, place);
    place += texts[index]?.copy(whole, place) ?? 0;
  }
  return whole;
}
