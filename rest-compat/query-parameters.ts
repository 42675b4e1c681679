import { asApiError, badInput, type Finding } from '../src/platform/errors';
import { maximumFindings } from '../src/platform/validation/finding';
import { parseInstant } from '../src/platform/validation/values/calendar';

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falsehoods = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** A problem with a parameter of the query. */
type QueryFinding = Finding & { source: { parameter: string } };

/** Codes of values that cannot be read. While there are any, no others are told. */
const isUnreadable = ({ code }: Finding): boolean =>
  code.startsWith('type-not-') || code === 'not-parsed' || code === 'value-not-parsable';

function refusal(findings: readonly QueryFinding[]): Error {
  const unreadable = findings.filter(isUnreadable);
  const told = unreadable.length > 0 ? unreadable : [...findings];
  const [first] = told;
  return badInput(`The query parameter ${first?.source.parameter} is not valid: ${first?.detail}`, told);
}

/** Decodes like forms: a plus is a blank. What is not encoded properly stays as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The query of a request. Parameters are validated when they are read. */
export class QueryParameters {
  private readonly values = new Map<string, string[]>();
  /** While parameters are read together. */
  private findings: QueryFinding[] | undefined;

  constructor(query: string) {
    for (const pair of query.split('&')) {
      if (pair === '') continue;
      const [name = '', ...value] = pair.split('=');
      const key = decode(name);
      const values = this.values.get(key) ?? [];
      values.push(decode(value.join('=')));
      this.values.set(key, values);
    }
  }

  /** What `read` makes of parameters. Throws all findings about them in one error, not only the first. */
  together<Result>(read: () => Result): Result {
    const findings: QueryFinding[] = (this.findings = []);
    let result: Result | undefined;
    try {
      result = read();
    } catch (error) {
      if (findings.length === 0) throw error;
      // What could not be read may be missed as well.
      const isNew = ({ source }: Finding) =>
        source?.parameter !== undefined &&
        !findings.some((each) => each.source.parameter === source.parameter);
      findings.push(...(asApiError(error).findings.filter(isNew) as QueryFinding[]));
    } finally {
      this.findings = undefined;
    }
    if (findings.length > 0) throw refusal(findings);
    return result as Result;
  }

  /** Throws a finding, or keeps it until all parameters are read. */
  private refuse(parameter: string, code: string, title: string, detail: string): undefined {
    const finding = { code, title, detail, source: { parameter } };
    if (!this.findings) throw refusal([finding]);
    if (this.findings.length < maximumFindings) this.findings.push(finding);
  }

  /** Says that a required parameter is missing. */
  refuseMissing(name: string): undefined {
    const detail = `The query parameter ${name} is required.`;
    return this.refuse(name, 'parameter-missing', 'parameter is missing', detail);
  }

  get names(): string[] {
    return [...this.values.keys()];
  }

  /** Every value, in order. */
  all(name: string): string[] {
    return this.values.get(name) ?? [];
  }

  /** The last value, as messages quote it. */
  sent(name: string): string {
    return this.all(name).at(-1) ?? '';
  }

  /** The last value; an empty one counts as absent. */
  text(name: string): string | undefined {
    return this.all(name).at(-1) || undefined;
  }

  /** The last value. Throws when it is empty. */
  nonEmptyText(name: string): string | undefined {
    const value = this.all(name).at(-1);
    if (value === '') return this.refuse(name, 'value-empty', 'value is empty', 'It is empty.');
    return value;
  }

  /** One of a set of words. Throws on any other value, including an empty one. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.all(name).at(-1);
    if (value === undefined) return undefined;
    return words.find((known) => known === value) ?? this.refuseWord(name, value, words);
  }

  /** Like `readList`, of a set of words. */
  words<Word extends string>(name: string, words: readonly Word[]): Word[] | undefined {
    return this.readList(
      name,
      (text) => words.find((known) => known === text),
      (text) => this.refuseWord(name, text, words),
    );
  }

  private refuseWord(name: string, value: string, words: readonly string[]): undefined {
    const detail = `"${value}" is none of ${words.join(', ')}.`;
    return this.refuse(name, 'value-not-allowed', 'value is not one of the allowed values', detail);
  }

  /** The last value of a parameter that never has blanks: clients send the plus of `+02:00` or of an address unescaped. */
  unspaced(name: string): string | undefined {
    return this.all(name).at(-1)?.replaceAll(' ', '+');
  }

  /** `unspaced`, but throws when it is empty. */
  nonEmptyUnspaced(name: string): string | undefined {
    return this.nonEmptyText(name) && this.unspaced(name);
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
  readList<Item>(
    name: string,
    read: (text: string) => Item | undefined,
    refuse = (text: string) =>
      this.refuse(name, 'value-not-valid', 'value is not valid', `"${text}" is not valid here.`),
  ): Item[] | undefined {
    const items: Item[] = [];
    for (const text of this.all(name).flatMap((value) => value.split(','))) {
      if (text === '') return this.refuse(name, 'value-empty', 'value is empty', 'An item is empty.');
      const item = read(text);
      if (item === undefined) return refuse(text);
      if (items.includes(item))
        return this.refuse(name, 'value-duplicate', 'value is a duplicate', `"${text}" is given twice.`);
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
    return this.refuse(
      name,
      'type-not-bool',
      'value is not a boolean',
      `"${value}" is not a boolean such as true or false.`,
    );
  }

  /**
   * A whole number within inclusive limits; one of too many digits to be exact counts as the largest that is. Throws on
   * any other value, including an empty one.
   */
  integer(name: string, { minimum = -Infinity, maximum = Infinity } = {}): number | undefined {
    const value = this.unspaced(name);
    if (value === undefined) return undefined;
    if (!/^[+-]?\d+$/.test(value)) {
      return this.refuse(
        name,
        'type-not-int',
        'value is not a whole number',
        `"${this.sent(name)}" is not a whole number.`,
      );
    }
    const largest = Number.MAX_SAFE_INTEGER;
    const number = Math.min(Math.max(Number(value), -largest), largest);
    if (number >= minimum && number <= maximum) return number;
    const detail = `${value} does not lie between ${minimum} and ${maximum}.`;
    return this.refuse(name, 'value-out-of-range', 'value is out of range', detail);
  }

  /**
   * An instant with a zone, in milliseconds since the epoch. An empty value counts as absent; throws on invalid ones.
   */
  instant(name: string): number | undefined {
    const value = this.unspaced(name);
    if (!value) return undefined;
    const instant = parseInstant(value);
    if (instant !== undefined) return instant;
    const detail = `"${this.sent(name)}" is not a time with a zone, such as 2024-05-06T07:08:09Z.`;
    return this.refuse(name, 'value-not-parsable', 'value cannot be read', detail);
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
        this.refuse(name, 'not-parsed', 'parameter is given twice', 'It is given twice.');
  }

  /** Throws on parameters that are not in `known`, and on repeated ones that are not in `repeatable`. */
  assertOnly(known: readonly string[], repeatable: readonly string[] = []): void {
    for (const name of this.names.filter((each) => !known.includes(each)))
      this.refuse(name, 'not-parsed', 'parameter is not known', 'There is no such parameter.');
    this.assertOnce(this.names.filter((name) => !repeatable.includes(name)));
  }
}
