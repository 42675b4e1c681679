import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind } from 'graphql';

/** Milliseconds since the epoch, or their text. */
export type Instant = number | string;

type Nullable<Part> = { [Name in keyof Part]: null extends Part[Name] ? Name : never }[keyof Part];

/** The names that instants have; a `birthDate` is a day. */
type IsInstant<Name> = Name extends 'time' | `${string}Time` | 'startDate' | 'endDate' ? true : false;

type ShownUnder<Name, Value> = Value extends string
  ? IsInstant<Name> extends true
    ? Instant
    : string
  : Value extends Record<string, unknown>
    ? string extends keyof Value
      ? object
      : Shown<Value>
    : Value extends readonly (infer Item)[]
      ? readonly ShownUnder<'', Item>[]
      : Value;

/**
 * What a stored operation shows, as the resolver has it: bulk comes from there. Values of enumerations have either name,
 * instants either form, and what is not known is null or absent.
 */
export type Shown<Part> = {
  [Name in Exclude<keyof Part, Nullable<Part>>]: ShownUnder<Name, Part[Name]>;
} & {
  [Name in Nullable<Part>]?: ShownUnder<Name, Part[Name]> | undefined;
};

/**
 * Takes out of an object what a fragment of a stored operation asks for, and nothing else: what a resolver returns has
 * more than that.
 */
export function partsAskedFor<Part>(
  fragment: TypedDocumentNode<Part, unknown>,
): (whole: Shown<Part>) => Shown<Part> {
  const [definition] = fragment.definitions;
  if (definition?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error('This is no fragment.');
  const names = definition.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [selection.name.value as keyof Shown<Part>] : [],
  );
  return (whole) => Object.fromEntries(names.map((name) => [name, whole[name]])) as Shown<Part>;
}
