import type { GraphQLArgument, GraphQLField } from 'graphql';

type Required<Part, Keys extends keyof Part> = Pick<Part, Keys> & Partial<Part>;

const notDeclared = { deprecationReason: undefined, extensions: {}, astNode: undefined };

/** An argument that is added to a finished schema. */
export const newArgument = (
  argument: Required<GraphQLArgument, 'name' | 'description' | 'type'>,
): GraphQLArgument => ({ ...notDeclared, defaultValue: undefined, ...argument });

/** A field that is added to a finished schema. */
export const newField = <Context>(
  field: Required<GraphQLField<unknown, Context>, 'name' | 'description' | 'type'>,
): GraphQLField<unknown, Context> => ({ ...notDeclared, args: [], ...field });
