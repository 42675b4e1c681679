import type { GraphQLSchema } from 'graphql';
import {
  buildSchemaSync,
  getMetadataStorage,
  type ClassType,
  type NonEmptyArray,
  type PubSub,
} from 'type-graphql';
import type { NodeType } from '../../resolvers/node-type';
import { markOneOf } from '../../resolvers/one-of';
import { answerInUnits } from '../../resolvers/records/data/glucose-field';
import { addDescriptions } from './descriptions';
import { addNodes } from './nodes/add-nodes';
import { readNulls } from './nulls';
import { guardSchema, unguardedEdges } from './permissions/guard-schema';
import { nullableEdges } from './permissions/nullable-edges';
import { permissionTree, type AreaRules, type RuleTree } from './permissions/permission-tree';
import { addKeyArguments } from './repeating';
import { answerUserErrors } from './user-errors/answer-user-errors';
import { addUserErrors } from './user-errors/payloads';

/** The parts of the graph. */
export interface GraphParts {
  resolvers: readonly ClassType<object>[];
  /** Types that no field refers to, because they only implement an interface. */
  types: readonly ClassType<object>[];
  rules: readonly AreaRules[];
  /** The types that are found by their id. */
  nodes: readonly NodeType[];
}

/** The graph as it is served, and the rules that guard its fields. */
export interface ServedGraph {
  schema: GraphQLSchema;
  rules: RuleTree;
}

/** Required by type-graphql; each subscription has its own source (see `listensTo`). */
const unused: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('A subscription has no source.');
  },
};

/** Leaves plain property fields without a resolver: execution reads them directly. */
function readPropertiesDirectly(): void {
  for (const field of getMetadataStorage().fields) field.simple ??= field.name === field.schemaName;
}

/**
 * The graph without its guards, as its resolvers declare it. Stored operations are typed by it: they fail with the first
 * error, so whatever may be refused is there if they succeed.
 */
export function buildOpenSchema({ resolvers, types, nodes, rules }: GraphParts): GraphQLSchema {
  readPropertiesDirectly();
  const schema = buildSchemaSync({
    resolvers: resolvers as NonEmptyArray<ClassType<object>>,
    orphanedTypes: [...types],
    validate: false,
    // Introspects the whole schema to find out whether it is valid, which Apollo Server asserts anyway.
    skipCheck: true,
    pubSub: unused,
  });
  let tree: RuleTree | undefined;
  const addressable = addNodes(
    markOneOf(answerInUnits(schema)),
    nodes,
    () => (tree ??= permissionTree(rules)),
  );
  return readNulls(addUserErrors(addKeyArguments(addDescriptions(addressable))));
}

/** The graph as callers see it: what may be refused may be null. */
export const buildPublicSchema = (parts: GraphParts): GraphQLSchema =>
  nullableEdges(buildOpenSchema(parts), permissionTree(parts.rules));

/** The graph as served. Throws when an edge has no rule, so that a forgotten one is never served. */
export function buildGraph(parts: GraphParts): ServedGraph {
  const schema = buildOpenSchema(parts);
  const rules = permissionTree(parts.rules);
  const unguarded = unguardedEdges(schema, rules);
  if (unguarded.length > 0)
    throw new Error(`These fields of the graph have no permission rule: ${unguarded.join(', ')}`);
  return { schema: answerUserErrors(guardSchema(nullableEdges(schema, rules), rules)), rules };
}
