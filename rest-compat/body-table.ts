import { enumName } from './enum-name';
import { fromGraph } from './from-graph';
import { instantIn } from './instant-in-body';
import type { BodyReader, Kinds } from './json-body';
import type { JsonSchema } from './route';

/** A row of a `BodyTable`: what a body may hold under a key. */
export interface BodyField<Value = unknown> {
  /** Takes the value out of a body. Throws when it is not valid. */
  read: (body: BodyReader, name: string) => Value;
  isRequired?: boolean;
  /** The field of the graph's input, where it has another name. */
  to?: string;
  /** What the API reference says beside, or in place of, what the graph says about the field. */
  schema?: JsonSchema;
  /** The graph's name of what a body takes back, and when it does. */
  clears?: { name: string; when: (value: unknown, given: unknown) => boolean };
}

const value = <Kind extends keyof Kinds>(kind: Kind): BodyField<Kinds[Kind] | undefined> => ({
  read: (body, name) => body.optional(name, kind),
});

/** A text where an empty one says nothing. */
const filledText: BodyField<string | undefined> = {
  read: (body, name) => body.optional(name, 'string') || undefined,
};

/** A value of an enumeration, in the spelling of clients. */
const oneOf = <Name extends string>(
  names: Readonly<Record<string, string>>,
): BodyField<Name | undefined> => ({
  read(body, name) {
    const given = body.optional(name, 'string');
    return given === undefined ? undefined : enumName<Name>(names, body.pointer(name), given);
  },
});

/** A list of values of an enumeration. */
const eachOneOf = <Name extends string>(
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

/** A list of objects that have one table. */
const objects = <Rows extends BodyRows>(
  table: BodyTable<Rows>,
): BodyField<BodyValues<Rows>[] | undefined> => ({
  read: (body, name) => body.innerList(name)?.map((inner) => table.read(inner)),
  schema: { items: table.schema },
});

/** How the values of bodies are read. All may be absent, unless they are `required`. */
export const field = {
  text: value('string'),
  filledText,
  texts: value('strings'),
  flag: value('boolean'),
  number: value('number'),
  integer: value('integer'),
  instant: { read: instantIn } satisfies BodyField<string | undefined>,
  oneOf,
  eachOneOf,
  object,
  objects,
};

/** A field that the API reference describes with more than the graph says. */
export const described = <Field extends BodyField>(schema: JsonSchema, row: Field): Field => ({
  ...row,
  schema: { ...row.schema, ...schema },
});

/** A field without which a body is refused. */
export const required = <Value>(field: BodyField<Value>): BodyField<Exclude<Value, undefined>> => ({
  ...field,
  isRequired: true,
  read: (body, name) => body.present(name, field.read(body, name)),
});

/** A field that says this where it is absent. */
export const withDefault = <Value>(
  field: BodyField<Value | undefined>,
  otherwise: Value,
): BodyField<Value> => ({ ...field, read: (body, name) => field.read(body, name) ?? otherwise });

/** A field that may be null, which says nothing. */
export const nullable = <Value>(field: BodyField<Value>): BodyField<Value | undefined> => ({
  ...field,
  read: (body, name) => (body.given(name) === null ? undefined : field.read(body, name)),
  schema: { ...field.schema, nullable: true },
});

/** A field that has another name in the graph. */
export const as = <To extends string, Value>(to: To, field: BodyField<Value>) => ({ ...field, to });

/** A field of a body that replaces what is known: the graph's name of what is taken back where it is absent. */
export const clearedByAbsence = <Name extends string, Value>(name: Name, field: BodyField<Value>) => ({
  ...field,
  clears: { name, when: (read: unknown) => read === undefined },
});

/** A field that stays where it is absent; an empty text takes it back. */
export const clearedByEmptiness = <Name extends string, Value>(name: Name, row: BodyField<Value>) => ({
  ...row,
  read: (body: BodyReader, key: string) => (body.given(key) === '' ? undefined : row.read(body, key)),
  clears: { name, when: (_read: unknown, given: unknown) => given === '' },
});

/** The rows of a table by the keys of the body. */
export type BodyRows = Readonly<Record<string, BodyField>>;

/** What a table makes of a body: the fields of the graph's input. */
export type BodyValues<Rows extends BodyRows> = {
  [Name in keyof Rows as Rows[Name] extends { to: infer To extends string } ? To : Name]: ReturnType<
    Rows[Name]['read']
  >;
};

type Cleared<Rows extends BodyRows> = {
  [Name in keyof Rows]: Rows[Name] extends { clears: { name: infer Cleared } } ? Cleared : never;
}[keyof Rows];

/**
 * What a body may hold, in one place: how each value is read, to which field of the graph's input it goes, what it takes
 * back, and what the API reference says about it, which follows from the graph.
 */
export class BodyTable<Rows extends BodyRows> {
  /** @param input the type of the graph's input that the values go to */
  constructor(
    private readonly input: string,
    private readonly rows: Rows,
  ) {}

  /** The fields of the input that a body tells. Throws when one is not valid. */
  read(body: BodyReader): BodyValues<Rows> {
    const values = Object.entries(this.rows).map(([name, { to = name, read }]) => [to, read(body, name)]);
    return Object.fromEntries(values) as BodyValues<Rows>;
  }

  /** What a body that replaces what is known takes back, in the names of the graph. */
  cleared(body: BodyReader): Cleared<Rows>[] {
    return Object.entries(this.rows).flatMap(([name, { read, clears }]) =>
      clears?.when(read(body, name), body.given(name)) ? [clears.name as Cleared<Rows>] : [],
    );
  }

  /** The keys of the body by the fields of the input, where they differ. */
  get names(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.rows).flatMap(([name, { to }]) => (to === undefined ? [] : [[to, name]])),
    );
  }

  /** The body in the API reference. */
  get schema(): JsonSchema {
    const needed = Object.keys(this.rows).filter((name) => this.rows[name]?.isRequired);
    return {
      type: 'object',
      ...(needed.length > 0 && { required: needed }),
      properties: this.properties,
    };
  }

  /** The properties of the body in the API reference. */
  get properties(): Record<string, JsonSchema> {
    return Object.fromEntries(
      Object.entries(this.rows).map(([name, { to = name, schema }]) => [
        name,
        { ...fromGraph(`${this.input}.${to}`), ...schema },
      ]),
    );
  }
}
