import { badInput, type Finding } from '../src/platform/errors';
import { parseInstant } from '../src/platform/validation/values/calendar';

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falsehoods = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function refusal(parameter: string, code: string, title: string, detail: string): Error {
  const finding: Finding = { code, title, detail, source: { parameter } };
  return badInput(`The query parameter ${parameter} is not valid: ${detail}`, [finding]);
}

/** Decodes like forms, except that a plus stays: clients send zone offsets such as `+02:00` unescaped. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query of a request. Parameters are validated when they are read. */
export class QueryParameters {
  private readonly values = new Map<string, string[]>();
  private readonly written = new Map<string, string>();

  constructor(query: string) {
    for (const pair of query.split('&')) {
      if (pair === '') continue;
      const [name = '', ...value] = pair.split('=');
      const key = decode(name);
      const values = this.values.get(key) ?? [];
      values.push(decode(value.join('=')));
      this.values.set(key, values);
      this.written.set(key, value.join('='));
    }
  }

  get names(): string[] {
    return [...this.values.keys()];
  }

  /** Every value, in order. */
  all(name: string): string[] {
    return this.values.get(name) ?? [];
  }

  /** The last value; an empty one counts as absent. */
  text(name: string): string | undefined {
    return this.all(name).at(-1) || undefined;
  }

  /** The last value. Throws when it is empty. */
  nonEmptyText(name: string): string | undefined {
    const value = this.all(name).at(-1);
    if (value === '') throw refusal(name, 'value-empty', 'value is empty', 'It is empty.');
    return value;
  }

  /** One of a set of words. Throws on any other value, including an empty one. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.all(name).at(-1);
    if (value === undefined) return undefined;
    const word = words.find((known) => known === value);
    if (word !== undefined) return word;
    throw refusal(
      name,
      'value-not-allowed',
      'value is not one of the allowed values',
      `"${value}" is none of ${words.join(', ')}.`,
    );
  }

  /** `nonEmptyText` for user input: an unescaped plus is a space, as in forms. */
  typedText(name: string): string | undefined {
    return this.nonEmptyText(name) && decode((this.written.get(name) ?? '').replaceAll('+', ' '));
  }

  /** The items of a comma-separated parameter, which may be repeated; absent if there are none. */
  list(name: string): string[] | undefined {
    const items = this.all(name).flatMap((value) => value.split(',').filter((item) => item !== ''));
    return items.length > 0 ? items : undefined;
  }

  /**
   * The items of a comma-separated parameter, which may be repeated, each parsed with `read`; absent if there are none.
   * Throws when an item is empty or repeated, and when `read` rejects it.
   */
  readList<Item>(name: string, read: (text: string) => Item | undefined): Item[] | undefined {
    const items: Item[] = [];
    for (const text of this.all(name).flatMap((value) => value.split(','))) {
      if (text === '') throw refusal(name, 'value-empty', 'value is empty', 'An item is empty.');
      const item = read(text);
      if (item === undefined)
        throw refusal(name, 'value-not-valid', 'value is not valid', `"${text}" is not valid here.`);
      if (items.includes(item))
        throw refusal(name, 'value-duplicate', 'value is a duplicate', `"${text}" is given twice.`);
      items.push(item);
    }
    return items.length > 0 ? items : undefined;
  }

  /** A boolean: `1 t T TRUE true True 0 f F FALSE false False`. Throws on any other value, including an empty one. */
  boolean(name: string): boolean | undefined {
    const value = this.all(name).at(-1);
    if (value === undefined) return undefined;
    if (truths.has(value)) return true;
    if (falsehoods.has(value)) return false;
    throw refusal(
      name,
      'type-not-bool',
      'value is not a boolean',
      `"${value}" is not a boolean such as true or false.`,
    );
  }

  /** A whole number within inclusive limits. Throws on any other value, including an empty one. */
  integer(name: string, { minimum = -Infinity, maximum = Infinity } = {}): number | undefined {
    const value = this.all(name).at(-1);
    if (value === undefined) return undefined;
    if (!/^[+-]?\d{1,15}$/.test(value)) {
      throw refusal(name, 'type-not-int', 'value is not a whole number', `"${value}" is not a whole number.`);
    }
    const number = Number(value);
    if (number >= minimum && number <= maximum) return number;
    const detail = `${number} does not lie between ${minimum} and ${maximum}.`;
    throw refusal(name, 'value-out-of-range', 'value is out of range', detail);
  }

  /**
   * An instant with a zone, in milliseconds since the epoch. An empty value counts as absent; throws on invalid ones.
   */
  instant(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const instant = parseInstant(value);
    if (instant !== undefined) return instant;
    const detail = `"${value}" is not a time with a zone, such as 2024-05-06T07:08:09Z.`;
    throw refusal(name, 'value-not-parsable', 'value cannot be read', detail);
  }

  /** `instant`, but throws when it is empty. */
  nonEmptyInstant(name: string): number | undefined {
    this.nonEmptyText(name);
    return this.instant(name);
  }

  /** Throws when one of the parameters is repeated, because it would be unclear which value counts. */
  assertOnce(names: readonly string[]): void {
    for (const name of names)
      if (this.all(name).length > 1)
        throw refusal(name, 'not-parsed', 'parameter is given twice', 'It is given twice.');
  }

  /** Throws on parameters that are not in `known`, and on repeated ones that are not in `repeatable`. */
  assertOnly(known: readonly string[], repeatable: readonly string[] = []): void {
    for (const name of this.names) {
      if (!known.includes(name))
        throw refusal(name, 'not-parsed', 'parameter is not known', 'There is no such parameter.');
    }
    this.assertOnce(this.names.filter((name) => !repeatable.includes(name)));
  }
}
