import {
  GraphQLID,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql';
import type { NodeType } from '../../../resolvers/node-type';
import { badInput } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import type { RuleTree } from '../permissions/permission-tree';
import { newArgument, newField } from '../schema-parts';
import { NodeFinder, type FoundNode } from './find-node';
import { globalId } from '../../../resolvers/global-id';

/** Maximum number of ids in a request. */
const mostIds = 100;

/** Assumed cost of finding one entity: an id may have to be looked for in several tables. */
const lookUp = 50;

interface CostOf<Arguments> {
  args: Arguments;
  childComplexity: number;
}

const idText =
  'An id that no other object of the graph has. Caches can go by it, and `node` finds the object by it.';

const argument = (name: string, description: string, type: GraphQLInputType): GraphQLArgument =>
  newArgument({ name, description, type });

/** The types of found entities: an object alone does not tell. */
const typeNames = new WeakMap<object, string>();

function noteType({ type, entity }: FoundNode): object {
  typeNames.set(entity, type);
  return entity;
}

/**
 * Adds the interface `Node` to the types that have one, an id to those without an id of their own, and the root
 * fields `node` and `nodes`.
 */
export function addNodes(
  schema: GraphQLSchema,
  types: readonly NodeType[],
  rules: () => RuleTree,
): GraphQLSchema {
  const id = new GraphQLNonNull(GraphQLID);
  const Node = new GraphQLInterfaceType({
    name: 'Node',
    description: 'An object that can be found by its id, and that caches can tell from all others.',
    fields: { id: { type: id, description: idText } },
    resolveType: (value: object) => typeNames.get(value),
  });
  for (const each of types) {
    const type = schema.getType(each.type);
    if (!isObjectType(type)) throw new Error(`The graph has no type ${each.type}.`);
    // The array is the type's own; the new schema below reads it again.
    (type.getInterfaces() as GraphQLInterfaceType[]).push(Node);
    if ('key' in each) addId(type, each);
  }
  addRootFields(schema.getQueryType(), Node, new NodeFinder(types, rules));
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, types: [...config.types, Node] });
}

function addId(type: GraphQLObjectType, { key }: Extract<NodeType, { key: unknown }>): void {
  const readKey = key as (entity: unknown) => readonly string[];
  const resolve = (entity: unknown) => globalId(type.name, readKey(entity));
  const fields = type.getFields();
  if (fields.id) throw new Error(`The type ${type.name} has an id of its own.`);
  fields.id = newField<RequestContext>({
    name: 'id',
    description: idText,
    type: new GraphQLNonNull(GraphQLID),
    resolve,
  });
}

function addRootFields(
  query: GraphQLObjectType | null | undefined,
  Node: GraphQLInterfaceType,
  finder: NodeFinder,
): void {
  const fields = query?.getFields() ?? {};
  const id = new GraphQLNonNull(GraphQLID);
  const ids = new GraphQLNonNull(new GraphQLList(id));
  fields.node = newField<RequestContext>({
    name: 'node',
    description:
      'Any object by its `id`, for those who could query it otherwise. Null, with the error `NOT_FOUND`, when there is none or the caller may not see it.',
    type: Node,
    args: [argument('id', 'The id of the object.', id)],
    extensions: { complexity: ({ childComplexity }: CostOf<object>) => lookUp + childComplexity },
    resolve: async (_root, args, context, info) =>
      noteType(await finder.find((args as { id: string }).id, context, info)),
  });
  fields.nodes = newField<RequestContext>({
    name: 'nodes',
    description: `Objects by their ids, in the order of the ids; at most ${mostIds}. Those that \`node\` would not find are null, each with an error.`,
    type: new GraphQLNonNull(new GraphQLList(Node)),
    args: [argument('ids', 'The ids of the objects. An empty list finds nothing.', ids)],
    extensions: {
      complexity: ({ args, childComplexity }: CostOf<{ ids: readonly string[] }>) =>
        1 + args.ids.length * (lookUp + childComplexity),
    },
    resolve: (_root, args, context, info) => {
      const asked = (args as { ids: string[] }).ids;
      if (asked.length > mostIds) throw badInput(`At most ${mostIds} ids can be asked for at once.`);
      return asked.map(async (each) => noteType(await finder.find(each, context, info)));
    },
  });
}
