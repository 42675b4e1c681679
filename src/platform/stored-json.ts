import { randomBytes } from 'node:crypto';

/** Placeholder for inserted texts. It is random and secret, so no value can contain it. */
const mark = randomBytes(16).toString('hex');

/** The texts to insert in the current `encodeJson`, which runs synchronously. */
let collected: Buffer[] | undefined;

/**
 * A value as JSON text, as stored in the database. It is parsed only when its content is needed; `encodeJson` sends
 * it without parsing or even decoding it.
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

/** `JSON.stringify` in UTF-8 that copies the text of each `StoredJson` unchanged; `end` is appended. */
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
  const whole = Buffer.allocUnsafe(length);
  let place = 0;
  for (const [index, piece] of pieces.entries()) {
    place += whole.write(piece, place);
    place += texts[index]?.copy(whole, place) ?? 0;
  }
  return whole;
}
