import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  type GraphQLLeafType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import type { JsonSchema } from './route';
import { GraphDescription } from './sentence';

/** Marks schemas that are derived from the graph. As a symbol, it survives when a schema is spread. */
const graphPlace = Symbol('place in the graph');

/**
 * The schema of a field or argument of the graph: its type, values and description. Spread it to add or replace
 * keywords: `{ ...fromGraph('Patient.birthDate'), format: 'date' }`. For objects it has no properties; name them, or
 * use `ref`.
 */
export const fromGraph = (place: string): JsonSchema =>
  Object.assign<JsonSchema, object>({}, { [graphPlace]: place });

/** The properties of a JSON object that are fields of a GraphQL type with the same names. */
export const fieldsFromGraph = (type: string, ...names: string[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [name, fromGraph(`${type}.${name}`)]));

const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Long: { type: 'integer', format: 'int64' },
  JSON: {},
  JSONObject: { type: 'object', additionalProperties: true },
};

/** Clients spell enum values as the service stores them. */
const leafSchema = (type: GraphQLLeafType): JsonSchema | undefined =>
  isEnumType(type)
    ? { type: 'string', enum: type.getValues().map(({ value }): unknown => value) }
    : scalars[type.name];

function typeSchema(type: GraphQLType): JsonSchema {
  const known = getNullableType(type);
  if (isListType(known)) return { type: 'array', items: typeSchema(known.ofType) };
  const named = getNamedType(known);
  return (isLeafType(named) && leafSchema(named)) || { type: 'object' };
}

interface Described {
  description?: string | null | undefined;
  type?: GraphQLType;
}

function lookUp(graph: GraphQLSchema, place: string): Described {
  const [, typeName = '', field, argument] = /^(\w+)(?:\.(\w+)(?:\((\w+)\))?)?$/.exec(place) ?? [];
  const type = graph.getType(typeName);
  const found = field === undefined ? type : findField(type, field, argument);
  if (!found?.description) throw new Error(`The graph has no description of ${place}.`);
  return found;
}

function findField(type: unknown, name: string, argument: string | undefined): Described | undefined {
  if (isInputObjectType(type)) return type.getFields()[name];
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const field = type.getFields()[name];
  return argument === undefined ? field : field?.args.find((each) => each.name === argument);
}

/**
 * Resolves everything in a part of the API reference that is derived from the graph. Throws when the graph lacks it.
 */
export function fillIn(part: unknown, graph: GraphQLSchema): unknown {
  if (part instanceof GraphDescription) return lookUp(graph, part.place).description;
  if (Array.isArray(part)) return part.map((each) => fillIn(each, graph));
  if (typeof part !== 'object' || part === null) return part;
  const own = Object.entries(part).map(([name, value]): [string, unknown] => [name, fillIn(value, graph)]);
  const place = (part as { [graphPlace]?: string })[graphPlace];
  if (place === undefined) return Object.fromEntries(own);
  const { type, description } = lookUp(graph, place);
  return { ...(type && typeSchema(type)), description, ...Object.fromEntries(own) };
}
