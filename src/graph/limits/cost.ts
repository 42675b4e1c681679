import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  getVariableValues,
  GraphQLError,
  isCompositeType,
  isListType,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import {
  fieldExtensionsEstimator,
  getComplexity,
  simpleEstimator,
  type ComplexityEstimator,
} from 'graphql-query-complexity';
import type { Config } from '../../platform/config';
import { Remembered } from '../../platform/remembered';
import { refusals } from '../../platform/telemetry/measures';
import { fullIntrospectionSize, introspectionSize } from './introspection-size';

/** An operation about to run. */
export interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Record<string, unknown>;
  /** Leaves out what may have been meant instead of an unknown name. */
  hideSuggestions?: boolean;
}

/** The cost of an operation; see `assertAffordable`. */
interface Price {
  cost: number;
  /** Of the introspection result; see `introspectionSize`. */
  introspection: number;
}

/** An introspection result beyond one full introspection may be this many times as long as its document. */
const mostGain = 20;

/** Maximum number of errors about variables. */
const mostFindings = 10;

/**
 * Refuses operations that cost too much: pages count by their size, everything else by its fields. Introspection has
 * a separate limit: one full introspection is always allowed.
 *
 * @returns the cost
 */
export function assertAffordable(
  schema: GraphQLSchema,
  { GRAPH_MAX_COST, GRAPH_SUGGESTIONS }: Pick<Config, 'GRAPH_MAX_COST' | 'GRAPH_SUGGESTIONS'>,
  asked: Operation,
): number {
  const { cost, introspection } = cachedPrice(schema, { ...asked, hideSuggestions: !GRAPH_SUGGESTIONS });
  if (cost > GRAPH_MAX_COST) {
    refusals.inc({ limit: 'cost' });
    throw refusal(
      `The query would cost ${cost}, more than the ${GRAPH_MAX_COST} allowed. Ask for smaller pages or shorter periods.`,
    );
  }
  const { document } = asked;
  if (introspection > freeIntrospection(document) && introspection > mostIntrospection(schema, document)) {
    refusals.inc({ limit: 'introspection' });
    throw refusal('The query requests more of the schema than one full introspection.');
  }
  return cost;
}

const freeIntrospection = ({ loc }: DocumentNode): number => mostGain * (loc ? loc.end - loc.start : 0);

const mostIntrospection = (schema: GraphQLSchema, document: DocumentNode): number =>
  fullIntrospectionSize(schema) + freeIntrospection(document);

/** Maximum length of the variables in characters. */
const longestKnown = 1_000;

/** Maximum number of cached prices per query, cached as long as the query itself. */
const mostKnown = 50;

/** By query and variables. Dashboards repeat the same ones all day. */
const knownPrices = new WeakMap<OperationDefinitionNode, Remembered<string, Price>>();

function cachedPrice(schema: GraphQLSchema, asked: Operation): Price {
  const given = asked.variables ?? {};
  // Nested values can be arbitrarily deep, and are seldom the same.
  const isFlat = Object.values(given).every((value) => typeof value !== 'object' || value === null);
  if (!isFlat) return calculatePrice(schema, asked);
  let prices = knownPrices.get(asked.operation);
  if (!prices) knownPrices.set(asked.operation, (prices = new Remembered(mostKnown, longestKnown)));
  return prices.get(JSON.stringify(given), () => calculatePrice(schema, asked));
}

/** It is the first to read variables and arguments. Apollo would blame the server for those that are not valid. */
function calculatePrice(schema: GraphQLSchema, asked: Operation): Price {
  try {
    return measurePrice(schema, asked);
  } catch (error) {
    throw error instanceof GraphQLError ? refusal(error.message, error) : error;
  }
}

function measurePrice(schema: GraphQLSchema, asked: Operation): Price {
  const { document, operation } = asked;
  const variables = coercedVariables(schema, asked);
  const measured = { document, operation, variables };
  const free = freeIntrospection(document);
  const size = introspectionSize(schema, measured, free);
  // The size of a full introspection takes long to find out, and only introspection needs it.
  const isFree = size <= free;
  return {
    cost: computeCost(schema, asked),
    introspection: isFree ? size : introspectionSize(schema, measured, mostIntrospection(schema, document)),
  };
}

/** Throws the first of a few errors: listing many takes long, because each may repeat the whole input. */
function coercedVariables(
  schema: GraphQLSchema,
  { operation, variables, hideSuggestions }: Operation,
): Record<string, unknown> {
  const { variableDefinitions = [] } = operation;
  const { errors, coerced } = getVariableValues(schema, variableDefinitions, variables ?? {}, {
    maxErrors: mostFindings,
    hideSuggestions,
  });
  const [error] = errors ?? [];
  if (error) throw error;
  return coerced ?? {};
}

const computeCost = (schema: GraphQLSchema, { document, operation, variables }: Operation): number =>
  getComplexity({
    schema,
    query: document,
    operationName: operation.name?.value,
    variables,
    estimators: [fieldExtensionsEstimator(), listsWithoutPages, simpleEstimator()],
  });

/** Assumed length of a list without pages: few people have more shares or clinics. */
const usualLength = 10;

const listsWithoutPages: ComplexityEstimator = ({ field, childComplexity }) => {
  const isList = isListType(getNullableType(field.type));
  const isOfSchema = getNamedType(field.type).name.startsWith('__');
  // A field without a resolver is part of its parent, whose cost includes it.
  const isPart = !field.resolve || field.resolve === defaultFieldResolver || field.name === 'edges';
  if (!isList || isPart || isOfSchema || !isCompositeType(getNamedType(field.type))) return undefined;
  return 1 + usualLength * childComplexity;
};

const refusal = (message: string, cause?: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    nodes: cause?.nodes,
    originalError: cause?.originalError,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
