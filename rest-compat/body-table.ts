import { longestAddress } from '../src/platform/rules/email-address';
import { longestLine } from '../src/platform/rules/texts';
import { orNull } from './absent-nulls';
import { enumName } from './enum-name';
import { fromGraph } from './from-graph';
import { instantIn } from './instant-in-body';
import type { BodyReader, Kinds, NullCounts } from './json-body';
import type { JsonSchema } from './route';

/** A row of a `BodyTable`: a key of a body. */
export interface BodyField<Value = unknown> {
  /** Parses the value in a body. Throws when it is invalid. */
  read: (body: BodyReader, name: string) => Value;
  isRequired?: boolean;
  /** The field of the GraphQL input, if it has another name. */
  to?: string;
  /** What the API reference adds to the description in the graph, or uses instead. */
  schema?: JsonSchema;
  /** The name that clears the field in the graph, and when it is cleared. */
  clears?: { name: string; when: (value: unknown, given: unknown) => boolean };
}

const value = <Kind extends keyof Kinds>(kind: Kind): BodyField<Kinds[Kind] | undefined> => ({
  read: (body, name) => body.optional(name, kind),
});

/** A text; an empty one counts as absent. */
const filledText: BodyField<string | undefined> = {
  read: (body, name) => body.optional(name, 'string') || undefined,
};

/** An enum value, in the spelling of clients. */
const oneOf = <Name extends string>(
  names: Readonly<Record<string, string>>,
): BodyField<Name | undefined> => ({
  read(body, name) {
    const given = body.optional(name, 'string');
    return given === undefined ? undefined : enumName<Name>(names, body.pointer(name), given);
  },
});

/** A list of enum values. */
const readEachOne = <Name extends string>(
  names: Readonly<Record<string, string>>,
): BodyField<Name[] | undefined> => ({
  read: (body, name) =>
    body.optional(name, 'strings')?.map((given) => enumName<Name>(names, body.pointer(name), given)),
});

/** An object with a table of its own. */
const object = <Rows extends BodyRows>(table: BodyTable<Rows>): BodyField<BodyValues<Rows> | undefined> => ({
  read(body, name) {
    const inner = body.inner(name);
    return inner && table.read(inner);
  },
  schema: table.schema,
});

/** A list of objects with a common table. */
const objects = <Rows extends BodyRows>(
  table: BodyTable<Rows>,
): BodyField<BodyValues<Rows>[] | undefined> => ({
  read: (body, name) => body.innerList(name)?.map((inner) => table.read(inner)),
  schema: { items: table.schema },
});

/** A text in a body, of at most this many characters. The service checks it; this is what the API reference says. */
const textUpTo = (maxLength: number): BodyField<string | undefined> => ({
  ...value('string'),
  schema: { maxLength },
});

/** `textUpTo` for each text of a list. */
const textsUpTo = (maxLength: number): BodyField<string[] | undefined> => ({
  ...value('strings'),
  schema: { items: { type: 'string', maxLength } },
});

/** Parsers of body values. All fields are optional unless they are `required`. */
export const field = {
  text: value('string'),
  textUpTo,
  /** A line of text, such as a name. */
  line: textUpTo(longestLine),
  address: textUpTo(longestAddress),
  filledText,
  texts: value('strings'),
  lines: textsUpTo(longestLine),
  addresses: textsUpTo(longestAddress),
  flag: value('boolean'),
  number: value('number'),
  integer: value('integer'),
  instant: { read: instantIn } satisfies BodyField<string | undefined>,
  oneOf,
  eachOneOf: readEachOne,
  object,
  objects,
};

/** A field with additions to its description in the graph. */
export const described = <Field extends BodyField>(schema: JsonSchema, row: Field): Field => ({
  ...row,
  schema: { ...row.schema, ...schema },
});

/** A required field. */
export const required = <Value>(field: BodyField<Value>): BodyField<Exclude<Value, undefined>> => ({
  ...field,
  isRequired: true,
  read: (body, name) => body.present(name, field.read(body, name)),
});

/** A field with a default value. */
export const withDefault = <Value>(
  field: BodyField<Value | undefined>,
  otherwise: Value,
): BodyField<Value> => ({ ...field, read: (body, name) => field.read(body, name) ?? otherwise });

/** A nullable field; null counts as absent. */
export const nullable = <Value>(field: BodyField<Value>): BodyField<Value | undefined> => ({
  ...field,
  read: (body, name) => (body.given(name) === null ? undefined : field.read(body, name)),
  schema: { ...field.schema, nullable: true },
});

/** A field that has another name in the graph. */
export const as = <To extends string, Value>(to: To, field: BodyField<Value>) => ({ ...field, to });

/** A field of a body that replaces the previous state: if it is absent, the graph clears the field with this name. */
export const clearedByAbsence = <Name extends string, Value>(name: Name, field: BodyField<Value>) => ({
  ...field,
  clears: { name, when: (read: unknown) => read === undefined },
});

/** A field that stays unchanged if it is absent; an empty text clears it. */
export const clearedByEmptiness = <Name extends string, Value>(name: Name, row: BodyField<Value>) => ({
  ...row,
  read: (body: BodyReader, key: string) => (body.given(key) === '' ? undefined : row.read(body, key)),
  clears: { name, when: (_read: unknown, given: unknown) => given === '' },
});

/** The rows of a table by the keys of the body. */
export type BodyRows = Readonly<Record<string, BodyField>>;

/** The fields of the GraphQL input that a table produces. */
export type BodyValues<Rows extends BodyRows> = {
  [Name in keyof Rows as Rows[Name] extends { to: infer To extends string } ? To : Name]: ReturnType<
    Rows[Name]['read']
  >;
};

type Cleared<Rows extends BodyRows> = {
  [Name in keyof Rows]: Rows[Name] extends { clears: { name: infer Cleared } } ? Cleared : never;
}[keyof Rows];

/**
 * Defines a body in one place: how each value is parsed, to which field of the GraphQL input it belongs, what it
 * clears, and its description in the API reference, which follows from the graph.
 */
export class BodyTable<Rows extends BodyRows> {
  /**
   * @param input the GraphQL input type for the values
   * @param nullCounts what null is in these bodies, whatever their reader says, so that the API reference is right
   */
  constructor(
    private readonly input: string,
    private readonly rows: Rows,
    private readonly nullCounts: NullCounts = 'as wrong',
  ) {}

  /** Parses a body to the fields of the input. Throws when a value is invalid. */
  read(body: BodyReader): BodyValues<Rows> {
    const reader = body.withNulls(this.nullCounts);
    const values = Object.entries(this.rows).map(([name, { to = name, read }]) => [to, read(reader, name)]);
    return Object.fromEntries(values) as BodyValues<Rows>;
  }

  /** The fields that a replacing body clears, by their names in the graph. */
  cleared(body: BodyReader): Cleared<Rows>[] {
    return Object.entries(this.rows).flatMap(([name, { read, clears }]) =>
      clears?.when(read(body, name), body.given(name)) ? [clears.name as Cleared<Rows>] : [],
    );
  }

  /** The keys of the body by the fields of the input, if they differ. */
  get names(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.rows).flatMap(([name, { to }]) => (to === undefined ? [] : [[to, name]])),
    );
  }

  /** The schema of the body in the API reference. */
  get schema(): JsonSchema {
    const { needed } = this;
    return {
      type: 'object',
      ...(needed.length > 0 && { required: needed }),
      properties: this.properties,
    };
  }

  /** The keys that a body must have. */
  get needed(): string[] {
    return Object.keys(this.rows).filter((name) => this.rows[name]?.isRequired);
  }

  /** The properties of the body in the API reference. */
  get properties(): Record<string, JsonSchema> {
    return Object.fromEntries(
      Object.entries(this.rows).map(([name, { to = name, schema, isRequired }]) => {
        const shown = { ...fromGraph(`${this.input}.${to}`), ...schema };
        return [name, this.nullCounts === 'as absent' && !isRequired ? orNull(shown) : shown];
      }),
    );
  }
}
