import { randomBytes } from 'node:crypto';

/** Stands in the text for what is put in later. Nobody outside knows it, so no value can hold it. */
const mark = randomBytes(16).toString('hex');

/** The texts that the `stringify` which runs now puts in; it runs to its end at once. */
let collected: string[] | undefined;

/**
 * A value as its JSON text, the way the database keeps it. It is parsed when somebody looks into it, and sent without
 * being parsed by `stringify`.
 */
export class StoredJson<Value extends object> {
  private parsed: Value | undefined;

  /** `text` is valid JSON of an object. */
  constructor(private readonly text: string) {}

  get value(): Value {
    return (this.parsed ??= JSON.parse(this.text) as Value);
  }

  toJSON(): unknown {
    if (!collected) return this.value;
    collected.push(this.text);
    return mark;
  }
}

/** `JSON.stringify` that copies the text of each `StoredJson` as it is. */
export function stringify(value: unknown): string {
  const texts: string[] = [];
  collected = texts;
  try {
    const text = JSON.stringify(value);
    return texts.length === 0 ? text : withTexts(text.split(`"${mark}"`), texts);
  } finally {
    collected = undefined;
  }
}

function withTexts([first = '', ...rest]: string[], texts: readonly string[]): string {
  return rest.reduce((whole, piece, index) => whole + (texts[index] ?? '') + piece, first);
}
