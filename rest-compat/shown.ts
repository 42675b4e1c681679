import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind } from 'graphql';

/** Milliseconds since the epoch, or a date-time text. */
export type Instant = number | string;

type Nullable<Part> = { [Name in keyof Part]: null extends Part[Name] ? Name : never }[keyof Part];

/** Names of instants; a `birthDate` is a day. */
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
 * The result of a stored operation as resolvers return it, for bulk routes. Enum values may have either name, instants
 * either form, and unknown values are null or absent.
 */
export type Shown<Part> = {
  [Name in Exclude<keyof Part, Nullable<Part>>]: ShownUnder<Name, Part[Name]>;
} & {
  [Name in Nullable<Part>]?: ShownUnder<Name, Part[Name]> | undefined;
};

/** Picks the fields of a fragment from an object, because a resolver returns more than a fragment selects. */
export function partsAskedFor<Part>(
  fragment: TypedDocumentNode<Part, unknown>,
): (whole: Shown<Part>) => Shown<Part> {
  const [definition] = fragment.definitions;
  if (definition?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error('This is no fragment.');
  const names = definition.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [(selection.alias ?? selection.name).value as keyof Shown<Part>] : [],
  );
  return (whole) => Object.fromEntries(names.map((name) => [name, whole[name]])) as Shown<Part>;
}
