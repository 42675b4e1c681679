import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** The arguments of a field as text, without brackets; undefined if the field cannot be asked for. */
export type ArgumentsOf = (type: GraphQLObjectType, field: Field) => string | undefined;

/** A field of the schema, or all plain values of a type, and operations that ask for it and for all but it. */
export interface FieldOperation {
  /** `Type.field`; `Type.*` for plain values */
  name: string;
  query: string;
  /** The same way to the field, without it. */
  base: string;
}

/** How an object of a type is reached: the fields on the way, from the root. */
interface Way {
  type: GraphQLObjectType;
  /** The text before the selection of the object, and after it. */
  before: string;
  after: string;
}

/** Operations for every field of every object type that can be reached from `Query`, each type by its shortest way. */
export function fieldOperations(schema: GraphQLSchema, argumentsOf: ArgumentsOf): FieldOperation[] {
  const root = schema.getQueryType();
  if (!root) return [];
  const operations: FieldOperation[] = [];
  const seen = new Set<GraphQLNamedType>([root]);
  let ways: Way[] = [{ type: root, before: '{ ', after: ' }' }];
  while (ways.length > 0) {
    const next: Way[] = [];
    for (const way of ways) {
      operations.push(operationOfValues(way, argumentsOf));
      for (const field of Object.values(way.type.getFields())) {
        const given = argumentsOf(way.type, field);
        if (given === undefined || isPlainValue(way.type, field, argumentsOf)) continue;
        const call = `${field.name}${given === '' ? '' : `(${given})`}`;
        operations.push(operationOf(schema, way, field, call, argumentsOf));
        for (const type of objectTypesOf(schema, field)) {
          if (seen.has(type)) continue;
          seen.add(type);
          next.push(furtherWay(way, field, call, type));
        }
      }
    }
    ways = next;
  }
  return operations;
}

function operationOf(
  schema: GraphQLSchema,
  way: Way,
  field: Field,
  call: string,
  argumentsOf: ArgumentsOf,
): FieldOperation {
  const below = selectionOf(schema, getNamedType(field.type), argumentsOf);
  return {
    name: `${way.type.name}.${field.name}`,
    query: `${way.before}__typename ${call}${below}${way.after}`,
    base: `${way.before}__typename${way.after}`,
  };
}

const operationOfValues = (way: Way, argumentsOf: ArgumentsOf): FieldOperation => ({
  name: `${way.type.name}.*`,
  query: `${way.before}${plainValues(way.type, argumentsOf).slice(3, -2)}${way.after}`,
  base: `${way.before}__typename${way.after}`,
});

const isPlainValue = (type: GraphQLObjectType, field: Field, argumentsOf: ArgumentsOf): boolean =>
  !isCompositeType(getNamedType(field.type)) && argumentsOf(type, field) === '';

function furtherWay(way: Way, field: Field, call: string, type: GraphQLObjectType): Way {
  const isConcrete = isObjectType(getNamedType(field.type));
  return {
    type,
    before: `${way.before}${call} { ${isConcrete ? '' : `... on ${type.name} { `}`,
    after: `${isConcrete ? '' : ' }'} }${way.after}`,
  };
}

const objectTypesOf = (schema: GraphQLSchema, { type }: Field): readonly GraphQLObjectType[] => {
  const named = getNamedType(type);
  if (isObjectType(named)) return [named];
  return isAbstractType(named) ? schema.getPossibleTypes(named) : [];
};

/** All plain values of an object, and the way to the items of a page. */
function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, argumentsOf: ArgumentsOf): string {
  if (!isCompositeType(type)) return '';
  if (!isObjectType(type)) {
    const parts = schema
      .getPossibleTypes(type)
      .map((each) => ` ... on ${each.name}${plainValues(each, argumentsOf)}`);
    return ` { __typename${isAmbiguous(schema, type) ? '' : parts.join('')} }`;
  }
  const { edges } = type.getFields();
  if (!edges) return plainValues(type, argumentsOf);
  const edge = getNamedType(edges.type);
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  const ofNode = node ? selectionOf(schema, getNamedType(node.type), argumentsOf) : '';
  return ` { edges { cursor node${ofNode} } }`;
}

const plainValues = (type: GraphQLObjectType, argumentsOf: ArgumentsOf): string => {
  const plain = Object.values(type.getFields()).filter((field) => isPlainValue(type, field, argumentsOf));
  return ` { ${['__typename', ...plain.map(({ name }) => name)].join(' ')} }`;
};

/** Whether types of an interface have fields with the same name and different types: they exclude each other. */
function isAmbiguous(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  if (!isAbstractType(type)) return false;
  const known = new Map<string, string>();
  for (const each of schema.getPossibleTypes(type))
    for (const field of Object.values(each.getFields())) {
      const other = known.get(field.name);
      if (other !== undefined && other !== String(field.type)) return true;
      known.set(field.name, String(field.type));
    }
  return false;
}
