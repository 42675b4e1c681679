import { badInput, type Finding } from '../src/platform/errors';

/** A JSON object. */
export type JsonBody = Record<string, unknown>;

/** Whether a value is a JSON object, rather than an array or null. */
export const isJsonBody = (value: unknown): value is JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notObject = 'The body must be a JSON object.';

/** The body of a request that must be a JSON object, whatever its members. */
export function readJsonBody({ body }: { readonly body: unknown }): JsonBody {
  if (!isJsonBody(body)) throw badInput(notObject);
  return body;
}

/** Throws that a value is not a JSON object: the body, unless `detail` says what else. */
export function refuseAsNotObject(detail = notObject, pointer?: string): never {
  const source = pointer === undefined ? undefined : { pointer };
  throw badInput(detail, [{ code: 'type-not-object', title: 'value is not an object', detail, source }]);
}

/** Required GraphQL variables must not be null, so null is refused here. */
export function notNull(body: unknown): unknown {
  return body === null ? refuseAsNotObject() : body;
}

/** The greatest whole number of the graph. */
export const greatestInteger = 2 ** 31 - 1;

const kinds = {
  string: (value: unknown): value is string => typeof value === 'string',
  boolean: (value: unknown): value is boolean => typeof value === 'boolean',
  integer: (value: unknown): value is number => Number.isInteger(value),
  number: (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value),
  object: isJsonBody,
  objects: (value: unknown): value is JsonBody[] => Array.isArray(value) && value.every(isJsonBody),
  strings: (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** The types of values in a body. */
export interface Kinds {
  string: string;
  boolean: boolean;
  integer: number;
  number: number;
  object: JsonBody;
  objects: JsonBody[];
  strings: string[];
}

const titles = {
  string: 'value is not a string',
  boolean: 'value is not a boolean',
  integer: 'value is not a whole number',
  number: 'value is not a number',
  object: 'value is not an object',
  objects: 'value is not an array of objects',
  strings: 'value is not an array of strings',
};

/** Types with another spelling in findings. */
const codeOfKind: Partial<Record<keyof Kinds, string>> = {
  strings: 'array',
  objects: 'array',
  number: 'float',
  boolean: 'bool',
  integer: 'int',
};

/** What null is in a body. */
export type NullCounts = 'as absent' | 'as wrong';

/** Reads typed values from the object in a body; null counts as absent by default. */
export class BodyReader {
  private readonly fields: JsonBody;

  /** `message` is the error message; in some areas it is a constant that clients know. */
  constructor(
    body: unknown,
    private readonly message: string,
    private readonly path = '',
    private readonly nullCounts: NullCounts = 'as absent',
  ) {
    if (!isJsonBody(body)) throw this.refusal('object', path);
    this.fields = body;
  }

  /** The same body, in which null counts in this way. */
  withNulls(nullCounts: NullCounts): BodyReader {
    return new BodyReader(this.fields, this.message, this.path, nullCounts);
  }

  private refusal(kind: keyof Kinds, pointer: string): Error {
    const code = `type-not-${codeOfKind[kind] ?? kind}`;
    const finding: Finding = { code, title: titles[kind], detail: titles[kind], source: { pointer } };
    return badInput(this.message, [finding]);
  }

  private assertInGraph(integer: number, pointer: string): void {
    if (Math.abs(integer) <= greatestInteger) return;
    const detail = `${integer} does not lie between ${-greatestInteger} and ${greatestInteger}.`;
    const source = { pointer };
    throw badInput(this.message, [
      { code: 'value-out-of-range', title: 'value is out of range', detail, source },
    ]);
  }

  /** The value of a key, or undefined. Throws when it has another type. */
  optional<Kind extends keyof Kinds>(name: string, kind: Kind): Kinds[Kind] | undefined {
    const value = this.fields[name];
    if (value === undefined || (value === null && this.nullCounts === 'as absent')) return undefined;
    if (!kinds[kind](value)) throw this.refusal(kind, this.pointer(name));
    if (kind === 'integer') this.assertInGraph(value as number, this.pointer(name));
    return value as Kinds[Kind];
  }

  /** The value of a key. Throws when it is absent or has another type. */
  required<Kind extends keyof Kinds>(name: string, kind: Kind): Kinds[Kind] {
    return this.present(name, this.optional(name, kind));
  }

  /** Returns a value read from a key. Throws when it is absent. */
  present<Value>(name: string, value: Value): Exclude<Value, undefined> {
    if (value !== undefined) return value as Exclude<Value, undefined>;
    const finding: Finding = {
      code: 'value-not-exists',
      title: 'value does not exist',
      detail: 'A value is required here.',
      source: { pointer: this.pointer(name) },
    };
    throw badInput(this.message, [finding]);
  }

  /** A key as a JSON pointer into the whole body. */
  pointer(name: string): string {
    return `${this.path}/${name}`;
  }

  /** The raw value of a key. */
  given(name: string): unknown {
    return this.fields[name];
  }

  /** The object in a key. Throws when it has another type. */
  inner(name: string): BodyReader | undefined {
    const value = this.optional(name, 'object');
    return value && this.within(value, name);
  }

  /** The list of objects in a key. Throws when it has another type. */
  innerList(name: string): BodyReader[] | undefined {
    return this.optional(name, 'objects')?.map((value, index) => this.within(value, `${name}/${index}`));
  }

  private within(value: JsonBody, place: string): BodyReader {
    return new BodyReader(value, this.message, this.pointer(place), this.nullCounts);
  }
}
