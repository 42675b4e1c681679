import { randomBytes } from 'node:crypto';
import { isLargeValue, jsonPieces } from './json-pieces';
import type { LongWork } from './long-work';

/** Placeholder for inserted texts. It is random and secret, so no value can contain it. */
const mark = randomBytes(16).toString('hex');

/** The texts to insert in what is encoded now. */
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

/** Encodes with `encode`; texts to insert are added to `texts`. */
function collecting<Result>(texts: Buffer[], encode: () => Result): Result {
  collected = texts;
  try {
    return encode();
  } finally {
    collected = undefined;
  }
}

/** `JSON.stringify` in UTF-8 that copies the text of each `StoredJson` unchanged; `end` is appended. */
export const encodeJson = (value: unknown, end = ''): Buffer => Buffer.from(encodeAtOnce(value, end));

function encodeAtOnce(value: unknown, end: string): Buffer | string {
  const texts: Buffer[] = [];
  const text = collecting(texts, () => JSON.stringify(value)) + end;
  return texts.length === 0 ? text : withTexts(text, texts);
}

/** Characters that are encoded at once. */
const charactersAtOnce = 65_536;

/**
 * `encodeJson` of a value of any size: others get their turn in between. A value without stored texts that is encoded at once
 * stays a string, which Node.js sends together with the headers of its response; bytes would be a write of their own.
 */
export async function encodeLongJson(value: unknown, work: LongWork, end = ''): Promise<Buffer | string> {
  if (!isLargeValue(value)) return encodeAtOnce(value, end);
  const parts: Buffer[] = [];
  let texts: Buffer[] = [];
  let text = '';
  for (const piece of jsonPieces(value, (part) => collecting(texts, () => JSON.stringify(part)))) {
    text += piece;
    if (text.length < charactersAtOnce) continue;
    parts.push(withTexts(text, texts));
    [text, texts] = ['', []];
    await work.pause();
  }
  parts.push(withTexts(text + end, texts));
  return Buffer.concat(parts);
}

function withTexts(text: string, texts: readonly Buffer[]): Buffer {
  if (texts.length === 0) return Buffer.from(text);
  const pieces = text.split(`"${mark}"`);
  const length = [...pieces, ...texts].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const whole = Buffer.allocUnsafe(length);
  let place = 0;
  for (const [index, piece] of pieces.entries()) {
    place += whole.write(piece, place);
    place += texts[index]?.copy(whole, place) ?? 0;
  }
  return whole;
}
