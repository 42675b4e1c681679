import { getIntrospectionQuery, Kind, parse, print, visit, type FieldNode } from 'graphql';

/** All that tools ask of a schema. */
export const everything = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The same as clients send it that ask for the type of everything. */
export const withTypeNames = print(
  visit(parse(everything), {
    SelectionSet: (set) => ({ ...set, selections: [...set.selections, typeName] }),
  }),
);
