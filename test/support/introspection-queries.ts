import { getIntrospectionQuery, Kind, parse, print, visit, type FieldNode } from 'graphql';

/** The full introspection of tools. */
export const everything = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The same with type names everywhere, as some clients send it. */
export const withTypeNames = print(
  visit(parse(everything), {
    SelectionSet: (set) => ({ ...set, selections: [...set.selections, typeName] }),
  }),
);
