import type { ApolloServerPlugin } from '@apollo/server';
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
import type { Config } from '../../config';
import type { RequestContext } from '../../request/request-context';
import { fullIntrospectionSize, introspectionSize } from './introspection-size';

/** An operation that is about to run. */
interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Record<string, unknown>;
}

/** What an operation takes; see `assertAffordable`. */
interface Price {
  cost: number;
  /** Of the answer about the schema; see `introspectionSize`. */
  introspection: number;
}

/** An answer about the schema beyond one full introspection may be so many times as long as its document. */
const mostGain = 20;

/** So many findings about the variables are told. */
const mostFindings = 10;

/**
 * Refuses operations that would cost too much: pages count by their size, everything else by its fields. What is told of
 * the schema is limited by itself: one full introspection is answered to everybody.
 */
export function assertAffordable(schema: GraphQLSchema, { GRAPH_MAX_COST }: Config, asked: Operation): void {
  const { cost, introspection } = knownPriceOf(schema, asked);
  if (cost > GRAPH_MAX_COST)
    throw refusal(
      `The query would cost ${cost}, more than the ${GRAPH_MAX_COST} allowed. Ask for smaller pages or shorter periods.`,
    );
  if (introspection > mostIntrospection(schema, asked.document))
    throw refusal('The query asks for more of the schema than one full introspection would tell.');
}

const mostIntrospection = (schema: GraphQLSchema, { loc }: DocumentNode): number =>
  fullIntrospectionSize(schema) + mostGain * (loc ? loc.end - loc.start : 0);

/** Characters of the variables. */
const longestKnown = 1_000;

/** So many prices of one query are remembered, for as long as the query itself is. */
const mostKnown = 50;

/** By query and variables. Dashboards send the same ones all day. */
const knownPrices = new WeakMap<OperationDefinitionNode, Map<string, Price>>();

function knownPriceOf(schema: GraphQLSchema, asked: Operation): Price {
  const given = asked.variables ?? {};
  // What holds others may be nested as deep as a sender likes, and is seldom the same.
  const isFlat = Object.values(given).every((value) => typeof value !== 'object' || value === null);
  if (!isFlat) return priceOf(schema, asked);
  const variables = JSON.stringify(given);
  if (variables.length > longestKnown) return priceOf(schema, asked);
  let prices = knownPrices.get(asked.operation);
  if (!prices || prices.size >= mostKnown)
    knownPrices.set(asked.operation, (prices = new Map<string, Price>()));
  const price = prices.get(variables) ?? priceOf(schema, asked);
  prices.set(variables, price);
  return price;
}

function priceOf(schema: GraphQLSchema, asked: Operation): Price {
  const { document, operation } = asked;
  const variables = coercedVariables(schema, asked);
  return {
    cost: costOf(schema, asked),
    introspection: introspectionSize(
      schema,
      { document, operation, variables },
      mostIntrospection(schema, document),
    ),
  };
}

/** Throws the first of a few findings: to list many takes long, for each may repeat all that was sent. */
function coercedVariables(
  schema: GraphQLSchema,
  { operation, variables }: Operation,
): Record<string, unknown> {
  const { variableDefinitions = [] } = operation;
  const { errors, coerced } = getVariableValues(schema, variableDefinitions, variables ?? {}, {
    maxErrors: mostFindings,
  });
  const [error] = errors ?? [];
  if (error) throw refusal(error.message, error);
  return coerced ?? {};
}

function costOf(schema: GraphQLSchema, { document, operation, variables }: Operation): number {
  try {
    return getComplexity({
      schema,
      query: document,
      operationName: operation.name?.value,
      variables,
      estimators: [fieldExtensionsEstimator(), listsWithoutPages, simpleEstimator({ defaultComplexity: 1 })],
    });
  } catch (error) {
    // Counting takes the arguments for the first time. Apollo would blame the server for those that do not fit.
    throw error instanceof GraphQLError ? refusal(error.message, error) : error;
  }
}

/** What a list without pages is taken to hold: few people share with more, or belong to more clinics. */
const usualLength = 10;

const listsWithoutPages: ComplexityEstimator = ({ field, childComplexity }) => {
  const isList = isListType(getNullableType(field.type));
  const isOfSchema = field.name.startsWith('__') || getNamedType(field.type).name.startsWith('__');
  // What has no resolver lies in its parent, which says what it costs with all that it holds.
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

/** `assertAffordable` for the graph over HTTP. */
export const costLimit = (schema: GraphQLSchema, config: Config): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ request: { variables }, document, operation }) {
        if (operation) assertAffordable(schema, config, { document, operation, variables });
        return Promise.resolve();
      },
    }),
});
